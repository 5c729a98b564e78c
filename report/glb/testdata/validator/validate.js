// Prints for each GLB file named on the command line one line of JSON: the file and
// the errors and warnings of Khronos's validator.
"use strict";

const fs = require("fs");
const validator = require("gltf-validator");

const warning = 1; // severities: 0 error, 1 warning, 2 information, 3 hint

async function main() {
  for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 100 });
    const issues = report.issues.messages
      .filter((m) => m.severity <= warning)
      .map((m) => `${m.code} at ${m.pointer}: ${m.message}`);
    console.log(JSON.stringify({ file, issues }));
  }
}

main();
