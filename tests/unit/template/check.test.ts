import { describe, expect, it } from "vitest";
import { checkTemplate } from "../../../src/template/check.ts";

describe("checking a template", () => {
  it("lists the variables and members it reads", () => {
    expect(checkTemplate("<%= it.vars.a %> <%~ it.vars.b %> <%= it.vars.a %>")).toEqual({
      vars: ["a", "b"],
      members: ["vars"],
    });
    expect(checkTemplate("<% if (it.exists(it.vars.f)) { %><%~ it.read(it.vars['g']) %><% } %>")).toEqual({
      vars: ["f", "g"],
      members: ["exists", "vars", "read"],
    });
    expect(checkTemplate("plain")).toEqual({ vars: [], members: [] });
  });

  it("sees optional chains and interpolated literals, not strings and comments", () => {
    expect(checkTemplate("<%= it?.vars?.a + `//${it.vars.b}` %>").vars).toEqual(["a", "b"]);
    expect(checkTemplate("<%= 'it.vars.a' + \"it.nope\" /* it.vars.c */ %>")).toEqual({ vars: [], members: [] });
    expect(checkTemplate("<%= bit.vars.a, x.it.vars.b %>").vars).toEqual([]);
  });

  it("does not run the template", () => {
    expect(checkTemplate("<% throw new Error('ran') %>").fault).toBeUndefined();
  });

  it("reports a fault with its place", () => {
    expect(checkTemplate("a\n<%= it.vars.a")).toEqual({
      fault: { message: "unclosed tag", line: 2, column: 1 },
      vars: [],
      members: [],
    });
    expect(checkTemplate("<% if (true) { %>a")).toMatchObject({
      fault: { message: expect.stringContaining("syntax of a tag"), line: 1 },
    });
  });
});
