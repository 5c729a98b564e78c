// The file system of the program: the files that were dropped, and the reports that it writes. It has
// the calls of Node's fs that Go's syscall package uses, and answers each call at once.
import { Dropped, failure, Folder, Stream, Written } from "./entries.js";

const constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
const ACCESS = 3; // the bits of O_WRONLY and O_RDWR

// Memory is a file system with a working folder. out and err are called with what the program prints.
export class Memory {
  constructor(folder, out, err) {
    this.root = new Folder();
    this.open = new Map();
    this.folder = "/";
    [new Stream(() => {}), new Stream(out), new Stream(err)].forEach((stream, number) => this.descriptor(number, stream, constants.O_RDWR));
    for (const path of ["/tmp", folder]) this.makeFolders(path);
    this.folder = folder;
  }

  descriptor(number, entry, flags) {
    this.open.set(number, { entry, flags, read: entry.reader?.(), at: 0 });
  }

  // names returns the names on the way from the root to a path.
  names(path) {
    const names = [];
    for (const name of (path.startsWith("/") ? path : this.folder + "/" + path).split("/")) {
      if (name === "..") names.pop();
      else if (name && name !== ".") names.push(name);
    }
    return names;
  }

  resolve(path) {
    return "/" + this.names(path).join("/");
  }

  // find returns the entry at a path.
  find(path) {
    return this.walk(this.names(path));
  }

  walk(names) {
    let entry = this.root;
    for (const name of names) {
      if (!(entry instanceof Folder)) throw failure("ENOTDIR");
      entry = entry.entries.get(name);
      if (!entry) throw failure("ENOENT");
    }
    return entry;
  }

  // place returns the folder of a path, and the name of the path in it.
  place(path) {
    const names = this.names(path);
    const name = names.pop();
    if (name === undefined) throw failure("EBUSY");
    const folder = this.walk(names);
    if (!(folder instanceof Folder)) throw failure("ENOTDIR");
    return { folder, name, entry: folder.entries.get(name) };
  }

  makeFolders(path) {
    const names = this.names(path);
    for (let n = 1; n <= names.length; n++) {
      const { folder, name, entry } = this.place("/" + names.slice(0, n).join("/"));
      if (!entry) folder.entries.set(name, new Folder());
    }
  }

  // add adds a file of the user.
  add(path, source) {
    this.makeFolders(path.slice(0, path.lastIndexOf("/")));
    const { folder, name } = this.place(path);
    folder.entries.set(name, new Dropped(source));
  }

  // written returns the files of the program below a folder as pairs of a path and its bytes in parts.
  written(path) {
    const entry = this.find(path);
    if (entry instanceof Written) return [[path, entry.parts()]];
    if (!(entry instanceof Folder)) return [];
    return [...entry.entries.keys()].flatMap((name) => this.written(path + "/" + name));
  }

  openFile(path, flags) {
    const { folder, name, entry: found } = path === "/" || !this.names(path).length ? { entry: this.root } : this.place(path);
    let entry = found;
    const writes = (flags & ACCESS) !== constants.O_RDONLY;
    if (!entry) {
      if (!(flags & constants.O_CREAT)) throw failure("ENOENT");
      folder.entries.set(name, (entry = new Written()));
    } else if (flags & constants.O_EXCL) {
      throw failure("EEXIST");
    } else if (writes && entry instanceof Folder) {
      throw failure("EISDIR");
    } else if (writes && entry instanceof Dropped) {
      throw failure("EACCES");
    }
    if (flags & constants.O_DIRECTORY && !(entry instanceof Folder)) throw failure("ENOTDIR");
    if (flags & constants.O_TRUNC && entry instanceof Written) entry.resize(0);
    let number = 3;
    while (this.open.has(number)) number++;
    this.descriptor(number, entry, flags);
    return number;
  }

  opened(number) {
    const descriptor = this.open.get(number);
    if (!descriptor) throw failure("EBADF");
    return descriptor;
  }

  read(number, buffer, offset, length, position) {
    const descriptor = this.opened(number);
    if (!descriptor.read) throw failure("EISDIR");
    const count = descriptor.read(buffer.subarray(offset, offset + length), position ?? descriptor.at);
    if (position === null) descriptor.at += count;
    return count;
  }

  write(number, buffer, offset, length, position) {
    const descriptor = this.opened(number);
    if ((descriptor.flags & ACCESS) === constants.O_RDONLY) throw failure("EBADF");
    const at = descriptor.flags & constants.O_APPEND ? descriptor.entry.size : position ?? descriptor.at;
    const count = descriptor.entry.write(buffer.subarray(offset, offset + length), at);
    if (position === null) descriptor.at = at + count;
    return count;
  }

  remove(path, folder) {
    const place = this.place(path);
    if (!place.entry) throw failure("ENOENT");
    if (folder !== place.entry instanceof Folder) throw failure(folder ? "ENOTDIR" : "EISDIR");
    if (place.entry.entries?.size) throw failure("ENOTEMPTY");
    place.folder.entries.delete(place.name);
  }

  rename(from, to) {
    const source = this.place(from);
    const target = this.place(to);
    if (!source.entry) throw failure("ENOENT");
    if (target.entry instanceof Dropped) throw failure("EACCES");
    if (target.entry instanceof Folder && target.entry !== source.entry) throw failure("EEXIST");
    source.folder.entries.delete(source.name);
    target.folder.entries.set(target.name, source.entry);
  }

  truncate(entry, length) {
    if (!(entry instanceof Written)) throw failure("EINVAL");
    entry.resize(length);
  }

  makeFolder(path) {
    const { folder, name, entry } = this.place(path);
    if (entry) throw failure("EEXIST");
    folder.entries.set(name, new Folder());
  }

  // fs returns the calls as in Node, which end with a callback for an error and a value.
  fs() {
    const call = (work) => (...args) => {
      const callback = args.pop();
      let value;
      try {
        value = work(...args);
      } catch (error) {
        callback(typeof error.code === "string" ? error : failure("EIO")); // browsers have numbers
        return;
      }
      callback(null, value);
    };
    const exists = call((path) => void this.find(path));
    const refused = call(() => {
      throw failure("ENOSYS");
    });
    const stat = call((path) => this.find(path).stat());
    return {
      constants,
      open: call((path, flags) => this.openFile(path, flags)),
      close: call((number) => void (this.opened(number), this.open.delete(number))),
      read: call((...args) => this.read(...args)),
      write: call((...args) => this.write(...args)),
      writeSync: (number, buffer) => this.write(number, buffer, 0, buffer.length, null), // the Go runtime, when it crashes
      stat,
      lstat: stat,
      fstat: call((number) => this.opened(number).entry.stat()),
      readdir: call((path) => [...this.find(path).entries.keys()]),
      readlink: call((path) => {
        this.find(path);
        throw failure("EINVAL"); // there are no links
      }),
      mkdir: call((path) => this.makeFolder(path)),
      rmdir: call((path) => this.remove(path, true)),
      unlink: call((path) => this.remove(path, false)),
      rename: call((from, to) => this.rename(from, to)),
      truncate: call((path, length) => this.truncate(this.find(path), length)),
      ftruncate: call((number, length) => this.truncate(this.opened(number).entry, length)),
      fsync: call(() => {}),
      chmod: exists,
      chown: exists,
      lchown: exists,
      utimes: exists,
      fchmod: call(() => {}),
      fchown: call(() => {}),
      link: refused,
      symlink: refused,
    };
  }

  // process returns what Go asks of Node's process.
  process() {
    const nobody = () => -1;
    return {
      pid: 1, ppid: 0, getuid: nobody, getgid: nobody, geteuid: nobody, getegid: nobody, getgroups: () => [], umask: () => 0o022,
      cwd: () => this.folder,
      chdir: (path) => {
        if (!(this.find(path) instanceof Folder)) throw failure("ENOTDIR");
        this.folder = this.resolve(path);
      },
    };
  }
}
