import type { Finding } from "../finding.ts";
import { toFindings } from "./fault.ts";
import { foldSpace, renderInlineText } from "./inline-text.ts";
import { lineOf, parseMarkdown, rangeOfStart, walk } from "./markdown.ts";
import type { MarkdownDocument } from "./markdown.ts";
import type { SignalInput, ValidateInput } from "./types.ts";

export interface VerdictFile {
  /** Undefined when the first line names none. */
  readonly verdict?: "approve" | "reject";
  /** List items, nested ones included. */
  readonly reasons: readonly { readonly text: string; readonly line: number }[];
}

/** Reads any text (docs/steering-files.md, "verdict"). */
export function parseVerdict(text: string): VerdictFile {
  const document = parseMarkdown(text);
  const verdict = readVerdict(document);
  return { ...(verdict === undefined ? {} : { verdict }), reasons: readReasons(document) };
}

/** Findings of a verdict; the same in a draft and in a human's turn. */
export function checkVerdict({ path, text }: ValidateInput): readonly Finding[] {
  const document = parseMarkdown(text);
  const range = rangeOfStart(document);
  const verdict = readVerdict(document);
  if (verdict === undefined) {
    return toFindings(path, [
      {
        code: "verdict-line",
        message: 'the first line is neither "Verdict: approve" nor "Verdict: reject"',
        range,
        hint: "Verdict: reject\n\n- `src/calc.ts`: what is wrong",
      },
    ]);
  }
  if (verdict === "approve" || readReasons(document).length > 0) return [];
  return toFindings(path, [
    {
      code: "verdict-reason",
      message: "the rejection gives no reason; each is a list item",
      range,
      hint: "- `src/calc.ts`: what is wrong",
    },
  ]);
}

/** `approve` or `reject`; nothing without a verdict: silence approves nothing (document 2.4). */
export function readVerdictSignals({ after }: SignalInput): readonly string[] {
  const verdict = after === undefined ? undefined : parseVerdict(after).verdict;
  return verdict === undefined ? [] : [verdict];
}

function readVerdict({ text, root }: MarkdownDocument): VerdictFile["verdict"] {
  const [first] = root.children;
  if (first?.type !== "paragraph") return undefined;
  const [line = ""] = text.split("\n").slice(lineOf(first) - 1);
  const word = /^verdict:\s+(approve|reject)$/i.exec(renderInlineText(parseMarkdown(line).root))?.[1]?.toLowerCase();
  return word === "approve" || word === "reject" ? word : undefined;
}

function readReasons({ root }: MarkdownDocument): VerdictFile["reasons"] {
  const reasons: VerdictFile["reasons"][number][] = [];
  for (const item of walk(root)) {
    if (item.type !== "listItem") continue;
    const text = foldSpace(
      item.children.map((child) => (child.type === "list" ? "" : renderInlineText(child))).join(" "),
    );
    if (text !== "") reasons.push({ text, line: lineOf(item) });
  }
  return reasons;
}
