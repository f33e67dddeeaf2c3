import { SOURCES } from "./generated/sources.js";

/** The bundled workflows as they are written: name to YAML. */
export const BUNDLED_SOURCES: ReadonlyMap<string, string> = SOURCES;
