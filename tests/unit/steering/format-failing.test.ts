import { expect, it, vi } from "vitest";

import { formatMarkdown } from "../../../src/steering/format.ts";

const format = vi.hoisted(() => vi.fn<(text: string) => Promise<string>>());
vi.mock("prettier/standalone", () => ({ format }));

it("leaves a text alone that prettier fails on", async () => {
  format.mockRejectedValue(new Error("no"));
  expect(await formatMarkdown("a\n")).toBe("a\n");
});

it("leaves a text alone that prettier lays out anew each time", async () => {
  format.mockImplementation(async (text) => `\n${text}`);
  expect(await formatMarkdown("a\n")).toBe("a\n");
});

it("takes a layout that the second pass keeps", async () => {
  format.mockImplementation(async (text) => (text.startsWith("\n\n") ? text : `\n${text}`));
  expect(await formatMarkdown("a\n")).toBe("\n\na\n");
});
