#!/usr/bin/env node
"use strict";
// Loads dist/gtd.js and its chunks as `require` would, each with the compiled code that the build kept beside it for
// that very text and this very node, which makes starting quicker. Where there is none, or V8 does not take it, the
// source is compiled as always.
const { readFileSync, writeSync } = require("node:fs");
const { basename, dirname, join } = require("node:path");
const { Script } = require("node:vm");

const WRAPPER = "(function (exports, require, module, __filename, __dirname) {";
const Module = module.constructor;

function load(filename) {
  const known = require.cache[filename];
  if (known !== undefined) return known.exports;
  const source = readFileSync(filename, "utf8");
  const script = new Script(`${WRAPPER}${source}\n})`, {
    filename: basename(filename),
    cachedData: readCodeCache(filename, source),
  });
  const loaded = new Module(filename, module);
  loaded.filename = filename;
  require.cache[filename] = loaded;
  const directory = dirname(filename);
  const requireFrom = (id) => (id.startsWith(".") ? load(join(directory, id)) : require(id));
  script.runInThisContext()(loaded.exports, requireFrom, loaded, filename, directory);
  loaded.loaded = true;
  return loaded.exports;
}

/** The last line of a source that has a cache is `// ` and a hash of what stands above it. */
function readCodeCache(filename, source) {
  const stamp = /\/\/ ([0-9a-f]{16})\n$/.exec(source.slice(-20));
  if (stamp === null) return undefined;
  try {
    return readFileSync(`${filename.slice(0, -3)}-${stamp[1]}-${process.version}-${process.arch}.cache`);
  } catch {
    return undefined;
  }
}

const [, , first, ...others] = process.argv;
if (others.length > 0 || (first !== "--version" && first !== "-V")) load(join(dirname(__dirname), "dist", "gtd.js"));
else writeVersion();

/** The version alone needs nothing of the program, not even node's stream for it. A reader that went away is no fault. */
function writeVersion() {
  try {
    writeSync(1, `${require("../package.json").version}\n`);
  } catch ({ code }) {
    process.exitCode = code === "EPIPE" ? 0 : 6;
  }
}
