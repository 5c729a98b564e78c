// Tests the scripts in a project, the working folder, with the real program.
using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Meshcheck;
using UnityEditor.Build;
using UnityEngine;

public static class Tests
{
    private static string program;

    /// <summary>The arguments are the path of the program and the folder of the fixtures.</summary>
    public static int Main(string[] args)
    {
        program = args[0];
        Directory.CreateDirectory("ProjectSettings");
        Directory.CreateDirectory("Assets/Räume und mehr");
        File.Copy(Path.Combine(args[1], "exported/scene.fbx"), "Assets/scene.FBX");
        File.Copy(Path.Combine(args[1], "chair.glb"), "Assets/Räume und mehr/chair.glb");
        File.Copy(Path.Combine(args[1], "clean/cube.stl"), "Assets/cube.stl");
        File.Copy(Path.Combine(args[1], "faults/binary_truncated.stl"), "Assets/cut.stl");

        Configure("");
        Expect("a model", Import("Assets/Räume und mehr/chair.glb", "Assets/readme.txt"),
            "error [chair.glb] Assets/Räume und mehr/chair.glb: Coplanar triangles overlap: ", "error [chair.glb] Assets/Räume und mehr/chair.glb: Triangles cut");
        Expect("hulls", Import("Assets/scene.FBX").Where(s => s.Contains("(hull_not_convex)")).ToArray(), "error [scene.FBX] ");
        Expect("nothing to fix", Import("Assets/cube.stl", "Packages/a/chair.glb", "Assets/a.png"));
        Expect("a broken file", Import("Assets/cube.stl", "Assets/cut.stl"), "error [cut.stl] Assets/cut.stl: Not checked: ");
        Expect("a missing file", Import("Assets/gone.fbx"), "error [] Assets/gone.fbx: Not checked: ");

        Configure(",\"checkImports\":false");
        Expect("no imports", Import("Assets/cut.stl"));
        Configure(",\"arguments\":[\"--no-such-flag\"]");
        Expect("wrong usage", Import("Assets/cube.stl"), "error [] meshcheck: ");
        Configure(",\"arguments\":[\"--allow=a \\\"b\\\\\\\\\\\\:c\"],\"checks\":\"parts\",\"profile\":\"\"");
        Expect("strange arguments", Import("Assets/cube.stl"), "warning [cube.stl] Assets/cube.stl: Check has nothing to compare");

        Configure("");
        Expect("a build by hand", Build(false));
        Expect("a build", Build(true).Take(1).ToArray(), "build meshcheck: ");
        Configure(",\"failBuilds\":false");
        Expect("a build that may not fail", Build(true));
        File.WriteAllText(".meshcheck.yaml", "exclude: [Assets/cut.stl]\nfail-on: [none]\n");
        Configure("");
        Expect("a policy", Build(true).Where(s => !s.StartsWith("warning")).ToArray());
        program = "no-such-program";
        Configure("");
        Expect("no program", Import("Assets/cube.stl"), "error [] meshcheck: cannot run no-such-program: ");
        Expect("a build without program", Build(true), "build meshcheck: cannot run no-such-program: ");
        Console.WriteLine("all of it holds");
        return 0;
    }

    private static void Configure(string more)
    {
        File.WriteAllText(MeshcheckSettings.Path, "{\"program\":\"" + program + "\"" + more + "}");
    }

    private static string[] Import(params string[] paths)
    {
        Debug.Said.Clear();
        var none = new string[0];
        typeof(MeshcheckPostprocessor).GetMethod("OnPostprocessAllAssets", BindingFlags.NonPublic | BindingFlags.Static)
            .Invoke(null, new object[] { paths, none, none, none });
        return Debug.Said.ToArray();
    }

    private static string[] Build(bool batch)
    {
        Debug.Said.Clear();
        Application.isBatchMode = batch;
        try
        {
            new MeshcheckBuild().OnPreprocessBuild(null);
        }
        catch (BuildFailedException error)
        {
            Debug.Said.Insert(0, "build " + error.Message);
        }
        return Debug.Said.ToArray();
    }

    private static void Expect(string what, string[] said, params string[] beginnings)
    {
        if (said.Length != beginnings.Length || !said.Zip(beginnings, (s, b) => s.StartsWith(b, StringComparison.Ordinal)).All(same => same))
        {
            Console.WriteLine(what + ":\n" + string.Join("\n", said) + "\nwant\n" + string.Join("\n", beginnings));
            Environment.Exit(1);
        }
    }
}
