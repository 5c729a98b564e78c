// What the user dropped or chose: files with their paths, and the name of the folder if it was one.

// Endings of the files that are models, as in the program.
export const MODELS = [".gltf", ".glb", ".stl", ".obj", ".ply", ".off", ".3mf", ".fbx", ".usd", ".usda", ".usdc", ".usdz"];

export function isModel(path) {
  return MODELS.some((ending) => path.toLowerCase().endsWith(ending));
}

// fromDrop returns what a drop brings. It must be called before the event has ended.
export async function fromDrop(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry?.());
  if (entries.every((entry) => !entry)) return fromList(transfer.files);
  const files = new Map();
  const only = entries.length === 1 && entries[0].isDirectory ? entries[0] : null;
  for (const entry of only ? await list(only) : entries.filter(Boolean)) await gather(entry, "", files);
  return { folder: only?.name ?? "", folders: entries.some((entry) => entry?.isDirectory), files };
}

// fromList returns the files of an input, which may be for a folder.
export function fromList(list) {
  const paths = [...list].map((file) => file.webkitRelativePath || file.name);
  const folder = list[0]?.webkitRelativePath ? paths[0].split("/")[0] : "";
  const files = new Map([...list].map((file, i) => [folder ? paths[i].slice(folder.length + 1) : paths[i], file]));
  return { folder, folders: folder !== "", files };
}

// gather adds the files of an entry, whose folder has the given path.
async function gather(entry, path, files) {
  if (entry.isDirectory) {
    for (const below of await list(entry)) await gather(below, path + entry.name + "/", files);
  } else {
    files.set(path + entry.name, await new Promise((done, failed) => entry.file(done, failed)));
  }
}

// list returns the entries of a folder, which browsers hand out in parts.
async function list(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return all;
    all.push(...some);
  }
}

// inputsOf returns the arguments that name what to check.
export function inputsOf({ folders, files }) {
  if (folders) return ["."];
  const names = [...files.keys()].sort();
  const models = names.filter(isModel);
  return models.length ? models : names;
}
