import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cutText, keepOutput } from "../../../src/shell/cut-text.ts";

describe("cutText", () => {
  it("keeps what is within the limit", () => {
    expect(cutText("a\nb", 3)).toBe("a\nb");
    expect(cutText("", 0)).toBe("");
  });

  it("cuts at line ends and counts what is left out", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join("");
    expect(cutText(lines, 100)).toBe("line 0\nline 1\n[… 760 bytes left out …]\nline 98\nline 99\n");
  });

  it("cuts a single line between characters", () => {
    expect(cutText("€".repeat(100), 84)).toBe("€€€\n[… 282 bytes left out …]\n€€€");
  });

  it("keeps nothing but the count where there is room for nothing", () => {
    expect(cutText("some text", 5)).toBe("[… 9 bytes left out …]\n");
  });
});

describe("keepOutput", () => {
  it("never holds more than its limit, adds up, and gives text whole or its two ends, however it comes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n", "€", "😀"), maxLength: 40 }), { maxLength: 30 }),
        fc.integer({ min: 0, max: 300 }),
        (chunks, limit) => {
          const output = keepOutput(limit);
          for (const chunk of chunks) output.add(chunk);
          const whole = chunks.join("");
          const text = output.render();
          if (Buffer.byteLength(whole) <= limit) {
            expect(text).toBe(whole);
            expect(output.omitted()).toBe(0);
            return;
          }
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.max(limit, 64));
          const note = `[… ${output.omitted()} bytes left out …]\n`;
          const [head = "", tail = ""] = text.split(note);
          expect(whole.startsWith(head) || whole.startsWith(head.slice(0, -1))).toBe(true);
          expect(whole.endsWith(tail)).toBe(true);
          const added = whole.startsWith(head) ? 0 : 1;
          expect([0, 1]).toContain(
            Buffer.byteLength(head) + Buffer.byteLength(tail) + output.omitted() - added - Buffer.byteLength(whole),
          );
        },
      ),
    );
  });
});
