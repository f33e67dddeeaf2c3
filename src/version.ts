declare const __GTD_VERSION__: string | undefined;

/** Version of the package; filled in by the build. */
export const VERSION: string = typeof __GTD_VERSION__ === "string" ? __GTD_VERSION__ : "0.0.0-source";
