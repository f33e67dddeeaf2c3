"use strict";
// CommonJS, because a synchronous load on first use cannot be said in a module; most turns need no real glob.
exports.loadMicromatch = () => require("micromatch");
