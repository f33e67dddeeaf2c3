import fs from "node:fs";
import path from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Nodes, Root } from "mdast";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const BINARY = path.join(ROOT, "bin", "gtd.cjs");

export interface Block {
  /** Relative to the repository's root. */
  readonly document: string;
  readonly line: number;
  readonly language: string;
  /** The name of a file that holds this block, of a fence that begins ```` ```yaml file=.gtdrc.yaml ````. */
  readonly file?: string;
  readonly text: string;
}

/** Every document for users: those at the top and those below docs/. */
export function listDocuments(): readonly string[] {
  const below = fs.readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const top = fs.readdirSync(ROOT);
  return [...top, ...below.map((name) => path.join("docs", name))].filter((name) => name.endsWith(".md")).toSorted();
}

export function readDocument(name: string): string {
  return fs.readFileSync(path.join(ROOT, name), "utf8");
}

export function parseDocument(name: string): Root {
  return fromMarkdown(readDocument(name), { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

/** The node and all below it, in document order. */
export function walk(node: Nodes): readonly Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap((child) => walk(child)) : [])];
}

/** The fenced blocks of a document in its order. */
export function listFences(document: string): readonly Block[] {
  return walk(parseDocument(document)).flatMap((node) => {
    if (node.type !== "code") return [];
    const file = /^file=(\S+)$/.exec(node.meta ?? "")?.[1];
    const block = { document, line: node.position?.start.line ?? 0, language: node.lang ?? "", text: node.value };
    return [file === undefined ? block : { ...block, file }];
  });
}

/** The fenced blocks of the documents in one language. */
export function listBlocks(language: string, documents: readonly string[] = listDocuments()): readonly Block[] {
  return documents.flatMap((document) => listFences(document).filter((block) => block.language === language));
}

function plain(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => plain(child)).join("") : "";
}

/** The rows of the tables whose head's first cells are these, as plain text, the head left out. */
export function readTable(document: string, ...head: readonly string[]): readonly (readonly string[])[] {
  return walk(parseDocument(document)).flatMap((node) => {
    if (node.type !== "table") return [];
    const rows = node.children.map((row) => row.children.map((cell) => plain(cell).trim()));
    return head.every((name, i) => rows[0]?.[i] === name) ? rows.slice(1) : [];
  });
}
