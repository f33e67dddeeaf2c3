import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareBytes } from "../../../src/git/byte-order.ts";
import { decodeNames, encodeName } from "../../../src/git/file-name.ts";
import { renderJson, showBytes } from "../../../src/report/sanitize.ts";

/** Bytes of which many are half of a character. */
const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xb2, 0xf0, 0x9f, 0x98, 0xff),
      fc.integer({ min: 1, max: 255 }),
    ),
    { maxLength: 12 },
  )
  .map((list) => Buffer.from(list));

describe("a name that need be no UTF-8", () => {
  it("comes back byte for byte, alone and among others", () => {
    fc.assert(
      fc.property(fc.array(bytes, { minLength: 1, maxLength: 4 }), (names) => {
        const listed = Buffer.concat(names.flatMap((name, at) => (at === 0 ? [name] : [Buffer.from([0]), name])));
        const texts = decodeNames(listed).split("\0");
        expect(texts.map((text) => encodeName(text).toString("hex"))).toEqual(
          names.map((name) => name.toString("hex")),
        );
        expect(encodeName(decodeNames(listed))).toEqual(listed);
      }),
    );
  });

  it("that is UTF-8 is its text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(decodeNames(Buffer.from(text))).toBe(text);
      }),
    );
  });

  it("stands where its bytes stand", () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(Math.sign(compareBytes(decodeNames(a), decodeNames(b)))).toBe(a.compare(b));
      }),
    );
  });

  it("is shown escaped, in text and JSON alike", () => {
    const name = decodeNames(Buffer.from("caf\xe9 \\udce9", "latin1"));
    expect(showBytes(name)).toBe("caf\\xe9 \\udce9");
    expect(JSON.parse(renderJson({ name: [name] }))).toEqual({ name: ["caf\\xe9 \\udce9"] });
    expect(showBytes("\u{1f4e9}")).toBe("\u{1f4e9}");
  });
});
