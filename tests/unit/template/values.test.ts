import { describe, expect, it } from "vitest";
import { renderTemplate, TemplateError } from "../../../src/template/render.ts";
import { makeFacts } from "./facts.ts";

function faultOf(source: string): string {
  try {
    renderTemplate(source, makeFacts());
  } catch (error) {
    if (error instanceof TemplateError) return error.fault.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("what a template hands over", () => {
  const members = ["read", "exists", "ls", "entered", "visits", "diff"];
  const values = ["", "undefined", "null", "3", "{}", "Symbol()", "['a.txt']"];
  it.each(members.flatMap((member) => values.map((value) => `it.${member}(${value})`)))("is a text, not %s", (call) => {
    expect(faultOf(`<%= ${call} %>`)).toMatch(/^it\.\w+\(\) takes a text, and got \w+$/);
  });

  it.each(["'--output=x'", "'-x'", "''", "'a\\0b'", "'HEAD', '--output=x'"])("is a revision, not %s", (revisions) => {
    expect(faultOf(`<%= it.diff(${revisions}) %>`)).toContain("is no revision");
  });
});

describe("what a tag gives", () => {
  it.each([
    ["it.entered", "a function"],
    ["it.read", "a function"],
    ["Promise.resolve('x')", "a promise"],
    ["Promise.reject(new Error('x'))", "a promise"],
    ["({})", "an object"],
    ["it.edges", "an object"],
  ])("is a text: %s is %s", (code, what) => {
    expect(faultOf(`<%= ${code} %>`)).toContain(`a tag gives ${what}`);
  });

  it("is a text also when it is a list of texts, a number or a truth", () => {
    expect(renderTemplate("<%= ['a', 'b'] %> <%= 3 %> <%= true %>", makeFacts())).toBe("a,b 3 true");
  });

  it("is missing when the template returns", () => {
    expect(faultOf("<% return 1 %>")).toContain("`return`");
    expect(faultOf("<% return %>")).toContain("`return`");
  });

  it.each(["{ toString() { throw 1; } }", "Object.create(null)", "null", "new Error('said')"])(
    "is a fault when the template throws %s",
    (thrown) => {
      expect(faultOf(`<% throw ${thrown} %>`)).not.toBe("");
    },
  );
});
