package main

// help is what "meshcheck --help" prints.
const help = `Usage:
    meshcheck [OPTIONS] PATH...
    meshcheck [OPTIONS] --hulls PATH --against PATH
    meshcheck baseline check|write|prune [OPTIONS] PATH...
    meshcheck merge [OPTIONS] REPORT.json...
    meshcheck explain [TOPIC...]
    meshcheck view [OPTIONS] REPORT.json
    meshcheck schema
    meshcheck config [--schema] [OPTIONS] [PATH]
    meshcheck completion bash|zsh|fish|powershell

meshcheck finds every place where the triangles of a 3D model overlap, and
says where it is, how deep, and which two parts meet there. The answer is
exact: no tolerance, no false alarm, no missed pair.

Options:
    -o, --output PATH    Write a report in the format of its ending, see below;
                         may be repeated.
    --format FORMAT      Print a report on standard output, not the text.
    --json               The same as --format json.
    --touch              List touches too. Without it they are only counted.
    --max-findings N     List at most N findings of each mesh (default 10000).
    --max-triangles N    Do not check files whose meshes have more triangles.
    --tolerance LENGTH   Count findings up to this depth as touches (default 0).
    --checks LIST        What to check: self, parts, clearance, hulls or some of
                         these, such as self,parts. parts is how the objects of
                         a scene meet each other. By default self, and hulls
                         where a model has collision hulls.
    --clearance DISTANCE Check as well that objects keep this distance from each
                         other: 0.5mm, or a number in the file's unit.
    --parts-of PIECE     The objects of parts and clearance: mesh (one for each
                         node that shows one, the default), shell or primitive.
    --allow A:B          Let objects that match A cross those that match B, or
                         be near them; may be repeated.
    --profile NAME       Judge collision hulls as an engine does: unreal, unity,
                         godot, physx, bullet, or none (the default).
    --hull-names GLOB    Nodes that are hulls of the mesh they hang on; may be
                         repeated. "none" switches finding hulls off.
    --hull-gap DISTANCE      Fail where a mesh sticks out of its hulls by more,
    --hull-excess DISTANCE   and where hulls stand off their mesh by more.
    --hulls PATH --against PATH    Check the hulls in one file against the mesh
                         in another.
    --baseline FILE      Let pass what this file accepts, see below.
    --shard I/N          Check part I of N of the files, on one of N machines;
                         "meshcheck merge" joins their JSON reports.
    --exclude GLOB       Leave out what matches; may be repeated.
    --files-from FILE    Check the files named in FILE ("-": standard input), a
                         path a line, or separated by NUL bytes; UTF-8, or
                         UTF-16 with a mark. A list of nothing passes.
    --memory SIZE        Take no more memory than 4GB, 512MiB … (default: three
                         quarters of what the machine, its control group and the
                         limits of the process have).
    --timeout TIME       Give up on a file after 30s, 5m … of work.
    --fail-on LIST       What fails, and from what size on, such as
                         none,crossing:depth>0.5mm,overlap; see below.
    --policy NAME        A set of rules: strict, game, print or collision.
    --config PATH        Use this configuration (default: .meshcheck.yaml in the
                         working folder or above); --no-config uses none.
    --cache DIR          Keep results in this folder, and take those of files
                         that have not changed from there: see below.
    -j, --threads N      Use N threads (default: all). The result is the same.
    -q, --quiet          Print errors only.
    --timings            Print the times of the phases on standard error (JSON).
    --version            Print the version.
    -h, --help           Print this page.

PATH is a glTF 2.0 (.glb, .gltf) or STL (binary or ASCII) file. What a file is
says its content, not its name. "-" reads one model from standard input; a
.gltf read that way cannot have side files. A file whose name begins with "-"
or is also a command is given with its folder: ./schema.

PATH may also be a folder, for all .glb, .gltf and .stl files in it and below,
or a glob, 'characters/**/*.glb', quoted or not: ** stands for any folders.
Links to folders are followed. The order of the output is that of the arguments,
sorted within folders and globs, and each path is checked once. A GLOB without a
slash is for a name at any depth, 'tmp' or '*_old.glb', and leaves out all below
a folder. A folder or a glob without any file is an error (exit status 3). The
marked model of an earlier run in the place of an -o is none of its files.

A file that needs more than --memory, by an estimate from its size, or takes
longer than --timeout is not checked, and the others are.

A cache never changes a report. What it has of a file is found by the content
of the file and of its side files, by the options and by this very program.
Damaged entries are dropped, and what nobody used for 30 days goes. Any number
of runs may share a DIR. A file that is in it meets no limit of memory or time.

LENGTH is a length in the file's unit (glTF: metres), such as 0.0005, or a share
of the mesh's own size, such as 0.01% of its bounding box's diagonal. What is
deeper, or covers an area, is found all the same.

N limits what is listed, never what is counted: the counts are always exact,
and a list that was cut says so. "--max-findings 0" lists nothing and counts.

DISTANCE has a unit, mm, cm, m or in, or else is in the file's own (glTF:
metres). STL files have none, and a distance in millimetres means nothing to
them: they are not checked then. What is nearer fails, and contact is a distance
of 0. "--checks clearance --clearance 0.5mm" checks that alone, and with
"--parts-of shell" the gaps between the shells of one mesh as well.

A and B are globs for the path of a node: "Sword*" matches /hero/Sword_1 and
all below it, "/hero/*" only what is there. "material=Glass*" is one for the
name of a material, "extras.layer=fx" for what a node's extras say. A colon in a
name is written "\:", and a slash in the name of the node itself "\/". Pairs
that are allowed are listed and counted, and do not fail.

LIST has items with commas between them, a later one counting for more. A kind
below, such as crossing, parts/contained or hull_gap, fails; with a size only
what is beyond it, the rest being a warning: crossing:depth>0.5mm,
crossing:length>1cm, overlap:area>1e-4, clearance:distance<0.1mm. With error,
warning, info or off it matters that much: degenerate:error,touch:off. "none"
takes back what fails so far. Counts stay exact, whatever fails.

The configuration has the names of options for keys, and overrides for files;
flags count for more. "meshcheck config" prints what is in force, and why.

Collision hulls are found by their names: UCX_Chair_01, UBX_, USP_, UCP_ as in
Unreal, Chair-convcol, -col … as in Godot, Chair_collider; by --hull-names;
and by the physics extensions of glTF. They take no part in parts and clearance.
"meshcheck explain hulls" says more.

A baseline is a file of accepted findings, a line each, with a reason and if you
like a last day, for version control. "meshcheck baseline write PATH..." writes
.meshcheck-baseline (or --baseline FILE) with all that fails; --reason TEXT and
--until 2027-01-31 are for what is new. A run with --baseline FILE then fails
what is new, worse or expired; "baseline check" fails lines that accept nothing
any more too, and "baseline prune" takes these out. Lines find their findings by
names and place, also in a model that was exported again.

Shards divide a long list of files among machines that share nothing. Which one
a file falls into depends on its path alone; each machine names the same files:
    $ meshcheck -q --shard 3/16 -o shard-3.json assets
    $ meshcheck merge shard-*.json -o all.json -o all.html
merge writes what one run would have written, byte for byte, exits as that would
have, and names shards that are missing. "meshcheck merge --help" says more.

Reports, by the ending of their name:
    .html    A page for a browser, in one file: the places to fix, worst first.
    .glb     The models with what was found in them painted on, for Blender or
             any viewer: grey meshes, and a node for each region and kind.
    .json    All there is to know, for programs. "meshcheck schema" prints its
             JSON Schema, and "meshcheck view" makes a page of it later.
    .sarif   SARIF 2.1.0, for code scanning.
    .xml     JUnit, for test reports: a suite per file, a case per check.
    .md      Markdown, for a comment or a wiki.
    .codequality.json    GitLab code quality.
FORMAT is text, json, sarif, junit, markdown, codequality or github: annotations
for the log of a GitHub action, and a summary in $GITHUB_STEP_SUMMARY.

A report never takes the place of a file that the run reads: a model, a file
that a model refers to, a list, a configuration, a baseline or another report.
It appears under its name only when it is whole, and a run that fails leaves the
old one in place. One that is interrupted writes what is done, and
every report says that files are missing; if nothing is done, nothing is
written. A second interrupt ends it at once, and leaves the old reports.

Kinds of finding:
    crossing     One triangle cuts through another.                       fails
    overlap      Two triangles in one plane cover a common area.          fails
    duplicate    Two triangles have the same three corners.               fails
    nonfinite    A corner is not a number, or infinite.                   fails
    degenerate   A triangle has no area.                                warning
    touch        Two triangles meet without cutting, where they are not
                 joined: a corner on a face, a T-junction.              counted

Pairs of objects (--checks parts, --clearance):
    crossing, overlap    The bodies are in each other.                    fails
    duplicate_instance   The same geometry twice at the same place.       fails
    clearance            The surfaces are nearer than the clearance.      fails
    contained            One is inside the other, which is closed.       listed
    not checked          One may be inside the other, which is open.     listed
    touch                Contact, or what rounding may have made of it. counted

Collision hulls (--checks hulls):
    hull_orphan          An engine will ignore it, for its name or place. fails
    hull_not_closed, hull_inverted, hull_flat    It has no inside.        fails
    hull_not_convex      It has a dent.                                   fails
    hull_vertex_budget   It has more vertices than the engine takes.      fails
    box_not_a_box, sphere_not_a_sphere, capsule_not_a_capsule             fails
    hull_self_overlap, hulls_overlap                                    warning
    hull_gap, hull_excess    The mesh sticks out, or the hulls stand off:
                         a warning, and fails with a limit of its own.

Neighbours that share a vertex or an edge as they should are no finding.
"meshcheck explain crossing" says what a kind means exactly, why it matters,
and how to fix it.

Exit status:
    0    All files were checked and nothing was found that fails.
    1    Something was found that fails.
    2    Wrong usage. Nothing was checked.
    3    Some file could not be checked, or a report could not be written,
         whatever else was found.
    130, 143    Interrupted (Ctrl-C) or terminated.
    134  The program crashed, as where it gets no memory at all.

Examples:
    Check a model, and look at the findings in a browser:
        $ meshcheck -o report.html chair.glb

    See the findings on the model, in Blender:
        $ meshcheck -o marked.glb chair.glb

    Check everything before an export goes out, quietly:
        $ meshcheck -q -o report.json models/ || echo "not this one"

    Let contacts of less than a tenth of a millimetre pass (glTF, in metres):
        $ meshcheck --tolerance 0.0001 chair.glb

    Which files fail, and how many triangles cut through each other?
        $ meshcheck --json *.stl |
            jq -r '.files[] | "\(.path) \(.status) \(.counts.crossing)"'

    Check what another program makes:
        $ exporter --stl - | meshcheck -
`
