import type picocolors from "picocolors";

/** Loads picocolors on first use. */
export function loadPicocolors(): typeof picocolors;
