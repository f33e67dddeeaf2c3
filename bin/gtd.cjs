#!/usr/bin/env node
"use strict";
// Loads dist/gtd.js as `require` would, with the compiled code that the build kept beside it for this very file and this
// very node: starting takes half the time then. Without it, or when V8 does not take it, the source is compiled as always.
const { readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const filename = join(dirname(__dirname), "dist", "gtd.js");
const source = readFileSync(filename, "utf8");

function readCodeCache() {
  const stamp = /\/\/ ([0-9a-f]{16})\n$/.exec(source.slice(-32));
  if (stamp === null) return undefined;
  try {
    return readFileSync(join(dirname(filename), `gtd-${stamp[1]}-${process.version}-${process.arch}.cache`));
  } catch {
    return undefined;
  }
}

const wrapper = "(function (exports, require, module, __filename, __dirname) {";
const script = new Script(`${wrapper}${source}\n})`, { filename, cachedData: readCodeCache() });
const loaded = new module.constructor(filename, module);
loaded.filename = filename;
// Chunks find it here.
require.cache[filename] = loaded;
const requireFrom = (id) => loaded.require(id);
script.runInThisContext()(loaded.exports, requireFrom, loaded, filename, dirname(filename));
loaded.loaded = true;
