// The tables of docs/configuration.md: what schema.json says of every key.
import { stringify } from "yaml";

/** Title, where the keys lie in schema.json, and what stands before them. */
const SECTIONS = [
  ["Top level", [], "All are optional; any other key is a finding."],
  ["limits", ["properties", "limits"], ""],
  [
    "timeouts",
    ["properties", "timeouts"],
    "A time is a number with `ms`, `s`, `m` or `h`: `200ms`, `90s`, `1.5m`, `2h`.",
  ],
  ["hooks", ["properties", "hooks"], ""],
  ["audit", ["properties", "audit"], ""],
  ["A workflow", ["definitions", "workflowBody"], "Under `workflow`, or at the top of a file of its own."],
  ["A state", ["definitions", "state"], ""],
  ["retry", ["definitions", "state", "properties", "retry"], ""],
  ["window", ["definitions", "state", "properties", "window"], ""],
  ["A target of a row", ["definitions", "target"], "A state's name alone, or a mapping with `to` or `refuse`."],
  ["A mode", ["definitions", "modes", "additionalProperties"], ""],
  ["An agent", ["definitions", "adapterBody"], "`agent` as a mapping; see `docs/agents.md`."],
  ["start, resume", ["definitions", "invocation"], ""],
  ["permission", ["definitions", "permissionArgs"], "Of an agent: the arguments for each level."],
  ["success", ["definitions", "adapterBody", "properties", "success"], ""],
  ["patterns", ["definitions", "adapterBody", "properties", "patterns", "items"], "Each is one of these."],
  ["pick", ["definitions", "adapterBody", "properties", "pick"], ""],
  ["A value of pick", ["definitions", "picker"], "Each name under `pick` is one of these."],
];

/** @returns markdown: a heading and a table for each mapping of a configuration */
export function renderKeys(schema) {
  return SECTIONS.map(([title, path, intro]) => {
    const { properties } = path.reduce((node, key) => node[key], schema);
    const rows = Object.entries(properties).map(
      ([key, { description, examples }]) => `| \`${key}\` | ${escape(description)} | ${renderExample(examples[0])} |`,
    );
    const lines = [
      `### ${title}`,
      "",
      ...(intro === "" ? [] : [intro, ""]),
      "| key | meaning | example |",
      "|---|---|---|",
      ...rows,
    ];
    return lines.join("\n");
  }).join("\n\n");
}

function renderExample(value) {
  const text = stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
  return `\`${escape(text)}\``;
}

function escape(text) {
  return text.replaceAll("|", "\\|");
}
