import { describe, expect, it } from "vitest";
import { renderTemplate, renderVars, TemplateError } from "../../../src/template/render.ts";
import { buildContext, TEMPLATE_MEMBERS } from "../../../src/template/context.ts";
import { NeedFact } from "../../../src/template/types.ts";
import type { TemplateFacts, TemplateFault } from "../../../src/template/types.ts";
import { makeFacts } from "./facts.ts";

const render = (source: string, overrides: Partial<TemplateFacts> = {}) => renderTemplate(source, makeFacts(overrides));

function faultOf(run: () => unknown): TemplateFault {
  try {
    run();
  } catch (error) {
    if (error instanceof TemplateError) return error.fault;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a template", () => {
  it("renders text, variables and code", () => {
    expect(render("hello <%= it.vars.name %>")).toBe("hello world");
    expect(render("<% for (const e of it.edges) { %><%= e.pattern %>;<% } %>")).toBe("* **;C;");
  });

  it.each([
    ["a loop", "<% while (true) {} %>", 2],
    ["one that catches all", "<% for (;;) try { for (;;) {} } catch {} %>", 2],
    [
      "a function that calls itself twice",
      "<%= it.state %>\n<% const f = (n) => n < 1 || (f(n - 1), f(n - 1)); f(99); %>",
      3,
    ],
    ["a regular expression", "<%= /(a+)+$/.test('a'.repeat(60) + 'b') %>", 2],
  ])("that has no end is ended, by name and place: %s", (_, code, line) => {
    const fault = faultOf(() => renderTemplate(`text\n${code}\n`, makeFacts({}), { limit: 60 }));
    expect(fault).toMatchObject({ message: expect.stringContaining("did not end within 0.06 s"), line });
    expect(render("still <%= it.edges.map((e) => e.pattern).length %>")).toBe("still 2");
  });

  it("escapes nothing for HTML", () => {
    expect(render("<%= it.vars.odd %>|<%= '<&>' %>|<%~ '\"' %>")).toBe("it's $HOME|<&>|\"");
  });

  it("keeps every line break around control tags", () => {
    expect(render("a\n<% if (true) { %>\nb\n<% } %>\nc\n")).toBe("a\n\nb\n\nc\n");
    expect(render("<%= it.state %>\n<%= it.vars.name %>\n\n")).toBe("building\nworld\n\n");
  });

  it("drops the line breaks that a tag asks to drop", () => {
    expect(render("a\n<% if (true) { -%>\nb\n<% } -%>\nc\n")).toBe("a\nb\nc\n");
  });

  it("reads a template with CRLF as one with LF, with and without code", () => {
    expect(render("a\r\n<%= it.vars.name %>\r\n")).toBe("a\nworld\n");
    expect(render("a\r\n<%= it.state %>\r\n")).toBe("a\nbuilding\n");
  });

  it("keeps line breaks inside values", () => {
    expect(render("<%~ it.vars.x %>|<%~ it.vars.x + '' %>", { vars: { x: "a\r\nb" } })).toBe("a\r\nb|a\r\nb");
  });
});

describe("every member of it", () => {
  it.each([
    ["vars.path", ".gtd/TODO.md"],
    ["state", "building"],
    ["actor", "agent"],
    ["file", ".gtd/NEXT.md"],
    ["edges[0].action", "Go on"],
    ["edges[1].refuse", "do something"],
    ["read('a.txt')", "text of a"],
    ["exists('a.txt')", "true"],
    ["exists('none')", "false"],
    ["ls('dir/**')", "dir/.c.md,dir/b.md"],
    ["ls('** ! *.txt')", "dir/.c.md,dir/b.md"],
    ["start", "1111"],
    ["head", "3333"],
    ["reviewBase", "2222"],
    ["startCommit", "1111"],
    ["currentCommit", "3333"],
    ["previousCommit", "2999"],
    ["entered('planning')", "abcd"],
    ["visits('building')", "2"],
    ["visits('other')", "0"],
    ["diff('x')", "diff x..tree"],
    ["diff('x', 'y')", "diff x..y"],
    ["processDiff", "diff 1111..tree"],
    ["lastDiff", "diff 2999..3333"],
    ["reviewDiff", "diff 2222..tree"],
    ["retainedDiff", "retained"],
    ["cost", "0.3"],
    ["processCost", "0.3"],
    ["costByModel[1].model", "n"],
    ["processCostByModel[1].cost", "0.2"],
  ])("%s", (expression, expected) => {
    expect(render(`<%~ String(it.${expression}) %>`)).toBe(expected);
  });

  it("is listed for the checks", () => {
    expect(Object.keys(buildContext(makeFacts()).it)).toEqual(TEMPLATE_MEMBERS);
  });

  it("is computed only when it is used, and once", () => {
    let diffs = 0;
    const facts = {
      retainedDiff: () => `diff ${++diffs}`,
      paths: () => {
        throw new Error("not asked for");
      },
    };
    expect(render("<%= it.state %>", facts)).toBe("building");
    expect(diffs).toBe(0);
    expect(render("<%= it.retainedDiff %> <%= it.retainedDiff %>", facts)).toBe("diff 1 diff 1");
  });
});

describe("quoting in scripts", () => {
  const shell = (source: string, vars: Record<string, string>) =>
    renderTemplate(source, makeFacts({ vars }), { shell: true });

  it.each([
    ["plain", "plain"],
    [".gtd/TODO.md", ".gtd/TODO.md"],
    ["A-Za_z0:9@%+=,-./", "A-Za_z0:9@%+=,-./"],
    ["", "''"],
    ["a b", "'a b'"],
    ["it's", `'it'\\''s'`],
    ["$(rm)", "'$(rm)'"],
    ["a\nb", "'a\nb'"],
    ["~", "'~'"],
    ["é", "'é'"],
  ])("%j becomes %j", (value, quoted) => {
    expect(shell("<%= it.vars.x %>", { x: value })).toBe(quoted);
    expect(shell("<%= it.vars.x + '' %>", { x: value })).toBe(quoted);
  });

  it("leaves a raw tag raw", () => {
    expect(shell("<%~ it.vars.x %> <%~ it.vars.x.trim() %>", { x: "npm test && ls" })).toBe(
      "npm test && ls npm test && ls",
    );
  });

  it("does not reach prompts", () => {
    expect(render("<%= it.vars.odd %>")).toBe("it's $HOME");
  });
});

describe("a faulty template", () => {
  it("names an unknown variable, the declared ones and the place", () => {
    const fault = { message: 'unknown variable "nam": declared are "name", "other"', line: 2, column: 3 };
    const vars = { name: "", other: "" };
    expect(faultOf(() => render("a\nb <%= it.vars.nam %>", { vars }))).toEqual(fault);
    expect(faultOf(() => render("a\nb <%= it.vars.nam.length %>", { vars }))).toEqual(fault);
    expect(faultOf(() => renderVars("<%= it.vars.toString %>", {})).message).toContain(
      '"toString": no variable is declared',
    );
  });

  it("names an unknown member", () => {
    expect(faultOf(() => render("<%= it.stat %>")).message).toContain('unknown member "it.stat"');
    expect(faultOf(() => renderVars("<%= it.state %>", {})).message).toContain("only variables are known here");
  });

  it("does not print a value that is not there", () => {
    expect(faultOf(() => render("x <%= it.entered('never') %>"))).toEqual({
      message: "a tag gives undefined, not a text",
      line: 1,
      column: 3,
    });
  });

  it("says how to ask for a file that may be missing", () => {
    expect(faultOf(() => render("<%~ it.read('none') %>")).message).toBe(
      'there is no file "none": ask it.exists("none") first',
    );
  });

  it("says why a glob is wrong", () => {
    expect(faultOf(() => render("<%~ it.ls('{a') %>")).message).toMatch(/^it\.ls\("\{a"\): ./);
  });

  it.each([
    ["an unclosed tag", "a\n <%= it.state", { message: "unclosed tag", line: 2, column: 2 }],
    ["an unclosed string", "<%= 'a %>", { message: "unclosed string", line: 1, column: 5 }],
    [
      "a broken expression",
      "ok\n<%= it.state. %>",
      { message: "syntax of a tag: Unexpected token ')'", line: 2, column: 1 },
    ],
  ])("places %s", (_name, source, fault) => {
    expect(faultOf(() => render(source))).toEqual(fault);
  });

  it("places an error of its own code, also when it throws no Error", () => {
    expect(faultOf(() => render("a\n<% throw new Error('boom') %>"))).toEqual({ message: "boom", line: 2, column: 1 });
    expect(faultOf(() => render("<% throw 'boom' %>"))).toEqual({ message: "boom", line: 1, column: 1 });
  });
});

describe("a fact that is not at hand", () => {
  const need = new NeedFact({ kind: "diff", from: "x" });
  const facts = {
    diff: () => {
      throw need;
    },
  };

  it("comes out as it is", () => {
    expect(() => render("<%~ it.diff('x') %>", facts)).toThrow(need);
    expect(() => render("<%~ it.reviewDiff %>", facts)).toThrow(need);
  });

  it("comes out even when the template catches it, or throws something else over it", () => {
    expect(() => render("<% try { it.diff('x') } catch {} %>done", facts)).toThrow(need);
    expect(() => render("<% try { it.diff('x') } catch { throw new Error('mine') } %>", facts)).toThrow(need);
  });

  it("comes out from a member that is no function, alone and inside another", () => {
    const base: Partial<TemplateFacts> = {
      get reviewBase(): string {
        throw need;
      },
    };
    // Spreading would read the getter: it has to stay one.
    const lazily = Object.defineProperties(makeFacts(), Object.getOwnPropertyDescriptors(base));
    for (const source of [
      "<%= it.reviewBase.slice(0, 7) %>",
      "<%~ it.reviewDiff %>",
      "<% try { it.reviewBase } catch {} %>",
    ]) {
      expect(() => renderTemplate(source, lazily)).toThrow(need);
    }
  });

  it("cannot be forged by a template", () => {
    const forged = "<% let E; try { it.read('none') } catch (e) { E = e } throw E %>";
    expect(faultOf(() => render(forged)).message).toContain('there is no file "none"');
  });
});

describe("variables alone", () => {
  it("render without and with code", () => {
    expect(renderVars("D <%= it.vars.todo %>", { todo: ".gtd/TODO.md" })).toBe("D .gtd/TODO.md");
    expect(renderVars("<%= it.vars.gate === 'always' ? '@settled' : '' %>", { gate: "x" })).toBe("");
  });
});
