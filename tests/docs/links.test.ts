import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listDocuments, parseDocument, readDocument, ROOT, walk } from "./documents.ts";

/** A heading's anchor, as GitHub makes it. */
function anchors(document: string): readonly string[] {
  return [...readDocument(document).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

describe("the documents", () => {
  it.each(listDocuments())("%s links to what is there", (document) => {
    const links = walk(parseDocument(document)).flatMap((node) => (node.type === "link" ? [node.url] : []));
    const broken = links.filter((url) => {
      if (/^(https?|mailto):/.test(url)) return false;
      const [file = "", anchor] = url.split("#");
      const target = file === "" ? document : path.join(path.dirname(document), file);
      if (!fs.existsSync(path.join(ROOT, target))) return true;
      return anchor !== undefined && !anchors(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("the README stays short", () => {
    expect(readDocument("README.md").split("\n").length).toBeLessThan(200);
  });
});
