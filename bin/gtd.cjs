#!/usr/bin/env node
"use strict";
require("../dist/gtd.js");
