// What paths lead to in the file system of the program: folders, files and streams.

const PAGE = 64 << 10; // bytes that a written file grows by
const AHEAD = 4 << 20; // bytes of a dropped file that are read at once

const FOLDER = 0o40777;
const REGULAR = 0o100666;
const READ_ONLY = 0o100444;
const DEVICE = 0o20666;

// failure returns an error as Node has it.
export function failure(code) {
  return Object.assign(new Error(code), { code });
}

// Entry is what a path leads to.
class Entry {
  static last = 0;

  constructor(mode, modified = Date.now()) {
    this.number = ++Entry.last;
    this.mode = mode;
    this.modified = modified;
  }

  get size() {
    return 0;
  }

  stat() {
    const { number: ino, mode, size, modified } = this;
    return {
      dev: 1, ino, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
      atimeMs: modified, mtimeMs: modified, ctimeMs: modified, isDirectory: () => this instanceof Folder,
    };
  }
}

export class Folder extends Entry {
  entries = new Map();

  constructor() {
    super(FOLDER);
  }
}

// Dropped is a file of the user. Nobody writes to it. A source has a size, the time of the last change
// in milliseconds, and read(begin, end), which returns bytes.
export class Dropped extends Entry {
  constructor(source) {
    super(READ_ONLY, source.modified);
    this.source = source;
  }

  get size() {
    return this.source.size;
  }

  // reader returns a function that reads from an offset into a buffer and returns how many bytes it read.
  reader() {
    let begin = 0;
    let ahead = new Uint8Array();
    return (buffer, at) => {
      if (at >= this.size || buffer.length === 0) return 0;
      if (at < begin || at >= begin + ahead.length) {
        ahead = this.source.read(at, Math.min(at + Math.max(AHEAD, buffer.length), this.size));
        begin = at;
        if (ahead.length === 0) throw failure("EIO"); // the file became shorter
      }
      const part = ahead.subarray(at - begin, at - begin + buffer.length);
      buffer.set(part);
      return part.length;
    };
  }
}

// Written is a file of the program, in pages.
export class Written extends Entry {
  pages = [];
  length = 0;

  constructor() {
    super(REGULAR);
  }

  get size() {
    return this.length;
  }

  reader() {
    return (buffer, at) => {
      const count = Math.max(0, Math.min(buffer.length, this.length - at));
      this.visit(at, count, (page, done) => buffer.set(page, done));
      return count;
    };
  }

  write(buffer, at) {
    this.resize(Math.max(this.length, at + buffer.length));
    this.visit(at, buffer.length, (page, done) => page.set(buffer.subarray(done, done + page.length)));
    this.modified = Date.now();
    return buffer.length;
  }

  // visit calls back with each part of a page in a range, and with the number of bytes before it.
  visit(at, count, callback) {
    for (let done = 0; done < count; ) {
      const from = (at + done) % PAGE;
      const some = Math.min(PAGE - from, count - done);
      callback(this.pages[Math.floor((at + done) / PAGE)].subarray(from, from + some), done);
      done += some;
    }
  }

  resize(length) {
    while (this.pages.length * PAGE < length) this.pages.push(new Uint8Array(PAGE));
    if (length < this.length) {
      this.pages.length = Math.ceil(length / PAGE);
      if (length % PAGE) this.pages.at(-1).fill(0, length % PAGE);
    }
    this.length = length;
  }

  // parts returns the bytes of the file in order.
  parts() {
    const parts = [];
    this.visit(0, this.length, (page) => parts.push(page));
    return parts;
  }
}

// Stream is standard input, which is empty, or an output.
export class Stream extends Entry {
  constructor(write) {
    super(DEVICE);
    this.take = write;
  }

  reader() {
    return () => 0;
  }

  write(buffer) {
    this.take(buffer);
    return buffer.length;
  }
}
