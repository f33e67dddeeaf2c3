/** Escape sequences (ECMA-48: CSI, the strings OSC, DCS, SOS, PM and APC, two-byte escapes), then single controls but tab and line feed. */
const SEQUENCES =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|\u001B[\]PX^_][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]?/g;
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Text as it stands in a file: no control sequences, `\n` line ends, of an overwritten line what was written last. */
export function stripControl(text: string): string {
  return text
    .replace(SEQUENCES, "")
    .replace(/\r+\n/g, "\n")
    .replace(/^.*\r(?=[^\r\n])/gm, "")
    .replace(CONTROLS, "");
}
