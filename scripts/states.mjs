// The generated part of STATES.md: diagram and table of the bundled workflow.

/** One line of a table's cell: what would end the cell or the line is escaped. */
const cell = (text) =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll("|", "\\|")
    .replace(/\s*\n\s*/g, " ");
const code = (text) => `\`${text}\``;

function renderRow({ pattern, target }) {
  return "to" in target ? `${code(pattern.source)} → ${target.to}` : `${code(pattern.source)} refused`;
}

function renderRetry({ max, otherwise, since }) {
  return `${max}, then ${otherwise}${since.length === 0 ? "" : `; since ${since.join(", ")}`}`;
}

function renderState(state, render) {
  const { name, actor, content, file, mode, capture, entry, initial, window, drop, retry } = state;
  const marks = [initial ? "initial" : "", entry === undefined ? "" : `entry ${code(entry)}`].filter(Boolean);
  const files = [
    file === undefined ? "" : `${code(render(file))}${mode === undefined ? "" : `, ${mode}`}`,
    capture === undefined ? "" : `capture ${code(render(capture))}`,
    window === undefined ? "" : `window${window.since === undefined ? "" : ` since ${window.since}`}`,
    drop.length === 0 ? "" : `drop ${drop.map(({ include }) => code(include)).join(", ")}`,
  ];
  return [
    `**${name}**${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`,
    [actor, content.kind].filter(Boolean).join(", "),
    files.filter(Boolean).join("; "),
    state.rows.map(renderRow).join("<br>"),
    retry === undefined ? "" : renderRetry(retry),
  ];
}

/**
 * The document with its generated part made anew.
 * @param tools `renderMermaid`, `embedDiagram` and `renderVars` of the sources
 */
export function renderStates(document, workflow, { renderMermaid, embedDiagram, renderVars }) {
  const drawn = embedDiagram(document, renderMermaid(workflow, {}));
  if (drawn === undefined) throw new Error("STATES.md has no markers for the diagram");
  const render = (text) => renderVars(text, workflow.vars);
  const head = ["state", "actor, content", "files", "rows, in order", "retry"];
  const rows = [...workflow.states.values()].map((state) => renderState(state, render));
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  const begin = "<!-- gtd:table -->";
  const end = "<!-- /gtd:table -->";
  const [from, to] = [drawn.indexOf(begin), drawn.indexOf(end)];
  if (from < 0 || to < from) throw new Error("STATES.md has no markers for the table");
  return `${drawn.slice(0, from + begin.length)}\n\n${lines.join("\n")}\n\n${drawn.slice(to)}`;
}

/** A workflow's source as one file: what it refers to beside it stands in the place of the reference. */
export function inlineReferences(source, read) {
  return source.replace(/^( *)([a-z]+): (\.\.?\/\S+)$/gm, (_line, indent, key, path) => {
    const text = read(path).trimEnd().split("\n");
    return [`${indent}${key}: |`, ...text.map((line) => (line === "" ? "" : `${indent}  ${line}`))].join("\n");
  });
}
