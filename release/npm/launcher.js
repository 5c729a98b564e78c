#!/usr/bin/env node
// Runs the program of the package for this system, and ends as the program ends.
"use strict";

const { spawn } = require("node:child_process");
const tty = require("node:tty");

const name = `@meshcheck/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "meshcheck.exe" : "meshcheck";

function programPath() {
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    console.error(`meshcheck: error: the package ${name} is not installed, or there is none for this system`);
    console.error("meshcheck: hint: npm installs it unless optional dependencies are left out (--omit=optional)");
    process.exit(3);
  }
}

const child = spawn(programPath(), process.argv.slice(2), { stdio: "inherit" });

// Ctrl-C in a terminal goes to the program as well, and a second one ends it at once.
const inTerminal = [0, 1, 2].some((fd) => tty.isatty(fd));
const forward = {
  SIGINT: () => inTerminal || child.kill("SIGINT"),
  SIGTERM: () => child.kill("SIGTERM"),
  SIGHUP: () => child.kill("SIGHUP"),
};
for (const [signal, handler] of Object.entries(forward)) process.on(signal, handler);

child.on("error", (error) => {
  console.error(`meshcheck: error: the program cannot be started: ${error.message}`);
  process.exitCode = 3;
});
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exitCode = status;
    return;
  }
  for (const [each, handler] of Object.entries(forward)) process.off(each, handler);
  process.kill(process.pid, signal);
});
