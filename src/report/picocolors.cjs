"use strict";
// CommonJS, because a synchronous load on first use cannot be said in a module; most output has no colour.
exports.loadPicocolors = () => require("picocolors");
