declare const __GTD_VERSION__: string | undefined;
declare const __GTD_BUILD__: string | undefined;

/** Version of the package; filled in by the build. */
export const VERSION: string = typeof __GTD_VERSION__ === "string" ? __GTD_VERSION__ : "0.0.0-source";

/** Tells this build from any other, of the same version too; undefined when the sources run as they are. */
export const BUILD: string | undefined = typeof __GTD_BUILD__ === "string" ? __GTD_BUILD__ : undefined;
