import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/errors.ts";
import { FAKES, openShop, type Shop } from "./fixture.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

/** A shop whose agent is a fake of this vendor, which behaves, call by call, as the plan says. */
function shopOf(agent: string, plan: string, more: Readonly<Record<string, unknown>> = {}): Shop {
  const shop = openShop({ agent, models: { smart: "smart-1" }, ...more });
  shop.env["PATH"] = `${FAKES}:${shop.env["PATH"]}`;
  shop.env["FAKE"] = plan;
  return shop;
}

function callsOf(shop: Shop): readonly { readonly args: readonly string[]; readonly prompt: string }[] {
  const lines = fs.readFileSync(path.join(shop.home, "calls.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as { args: string[]; prompt: string });
}

function userError(error: unknown): UserError {
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

interface Vendor {
  readonly name: string;
  /** Arguments of the first call, "SESSION" for the id. */
  readonly first: readonly string[];
  /** Arguments of a call that goes on. */
  readonly again: readonly string[];
  readonly figures: object;
  readonly text: string;
  readonly session: string | RegExp;
}

const VENDORS: readonly Vendor[] = [
  {
    name: "claude",
    first:
      "-p --output-format stream-json --verbose --session-id SESSION --model smart-1 --permission-mode acceptEdits".split(
        " ",
      ),
    again:
      "-p --output-format stream-json --verbose --resume SESSION --model smart-1 --permission-mode acceptEdits".split(
        " ",
      ),
    figures: { cost: 0.0125, tokens: 1234, model: "claude-fake-1" },
    text: "It is done.",
    session: UUID,
  },
  {
    name: "codex",
    first: "exec --json --skip-git-repo-check -m smart-1 -s workspace-write -".split(" "),
    again: 'exec resume SESSION --json --skip-git-repo-check -m smart-1 -c sandbox_mode="workspace-write" -'.split(" "),
    figures: { tokens: 520, model: "smart-1" },
    text: "Made it.",
    session: "0199-codex",
  },
  {
    name: "gemini",
    first: "--skip-trust -o stream-json --session-id SESSION -m smart-1 --approval-mode auto_edit".split(" "),
    again: "--skip-trust -o stream-json -r SESSION -m smart-1 --approval-mode auto_edit".split(" "),
    figures: { tokens: 90, model: "gemini-fake" },
    text: "Made it.",
    session: UUID,
  },
  {
    name: "qwen",
    first: "-o stream-json --session-id SESSION -m smart-1 --approval-mode auto-edit".split(" "),
    again: "-o stream-json --resume SESSION -m smart-1 --approval-mode auto-edit".split(" "),
    figures: { tokens: 77, model: "qwen-fake" },
    text: "Made it.",
    session: UUID,
  },
  {
    name: "opencode",
    first: "run --format json -m smart-1".split(" "),
    again: "run --format json -s SESSION -m smart-1".split(" "),
    figures: { cost: 0.03, tokens: 330, model: "smart-1" },
    text: "Made it.",
    session: "ses_fake",
  },
  {
    name: "copilot",
    first:
      "--output-format json --no-ask-user --no-auto-update --no-color --session-id SESSION --model smart-1 --allow-tool=write".split(
        " ",
      ),
    again:
      "--output-format json --no-ask-user --no-auto-update --no-color --session-id SESSION --model smart-1 --allow-tool=write".split(
        " ",
      ),
    figures: { model: "smart-1" },
    text: "Made it.",
    session: UUID,
  },
];

describe.each(VENDORS)("the agent $name", ({ name, first, again, figures, text, session }) => {
  it("takes a turn, and goes on in its session with the next, across loops", async () => {
    const shop = shopOf(name, "ok");
    const { error, events } = await shop.drive();
    expect(error).toBeUndefined();
    expect(shop.subjects()[0]).toBe("gtd(agent): working → looking");
    expect(events.find((one) => one.event === "turn")).toMatchObject({ figures });
    expect(events.findLast((one) => one.event === "progress")).toMatchObject({ text });
    const id = /^Gtd-Session: (\S+)/m.exec(shop.message())?.[1] ?? "";
    expect(id).toMatch(session);

    shop.write("note.md", "once more\n");
    expect((await shop.drive()).error).toBeUndefined();
    const calls = callsOf(shop);
    expect(calls.map(({ args }) => args.map((arg) => (arg === id ? "SESSION" : arg)))).toEqual([first, again]);
    expect(calls[0]?.prompt).toBe("Do what the ask says.");
    expect(shop.message()).toContain(`Gtd-Session: ${id}`);
  });

  it("is waited for when its provider is busy, as long as that says, and the turn is taken then", async () => {
    const shop = shopOf(name, "retry ok");
    const { error, events } = await shop.drive();
    expect(error).toBeUndefined();
    const waits = events.filter((one) => one.event === "wait");
    expect(waits).toHaveLength(1);
    expect(waits[0]?.milliseconds).toBeGreaterThanOrEqual(100);
    expect(waits[0]?.milliseconds).toBeLessThan(1000);
    expect(shop.subjects().slice(0, 2)).toEqual(["gtd(agent): working → looking", "gtd(human): idle → working"]);
  });

  it.each(["auth", "quota"])("that fails by %s stops the loop at once with 5", async (plan) => {
    const shop = shopOf(name, plan);
    const { error } = await shop.drive();
    expect(userError(error)).toMatchObject({ code: "agent-failed", exit: 5 });
    expect(callsOf(shop)).toHaveLength(1);
  });

  it("whose context is full gets one fresh session", async () => {
    const shop = shopOf(name, "context ok");
    const { error, notes } = await shop.drive();
    expect(error).toBeUndefined();
    expect(notes.join()).toContain("fresh session");
    const ids = callsOf(shop).map(({ args }) => args[args.indexOf("--session-id") + 1]);
    if (first.includes("--session-id")) expect(ids[0]).not.toBe(ids[1]);
    expect(shop.subjects()[0]).toBe("gtd(agent): working → looking");
  });

  it("that ends without its final word has not succeeded, whatever its exit", async () => {
    const { error } = await shopOf(name, "interrupted").drive();
    expect(userError(error)).toMatchObject({ code: "agent-failed", exit: 5 });
  });
});

describe("an adapter", () => {
  it("whose session is lost begins a fresh one, once", async () => {
    const shop = shopOf("claude", "ok lost ok");
    await shop.drive();
    shop.write("note.md", "again\n");
    expect((await shop.drive()).error).toBeUndefined();
    const [, lost, fresh] = callsOf(shop).map(({ args }) => args);
    expect(lost).toContain("--resume");
    expect(fresh).toContain("--session-id");
    const label = /^Gtd-Session: (\S+) (\S+)$/m.exec(shop.message());
    expect(label?.[1]).toBe(fresh?.[fresh.indexOf("--session-id") + 1]);
    expect(label?.[2]).toMatch(UUID);
  });

  it("that fails for good stops with the vendor's own sentence", async () => {
    const { error } = await shopOf("claude", "quota").drive();
    expect(userError(error).message).toContain("Your credit balance is too low");
  });

  it("is refused a permission that it does not have", async () => {
    const { error } = await shopOf("gemini", "ok", { permission: "auto" }).drive();
    expect(userError(error)).toMatchObject({ code: "permission-missing", exit: 5 });
  });

  it("that cannot go on with a session under its permission begins a fresh one", async () => {
    const shop = shopOf("codex", "ok", { permission: "auto" });
    await shop.drive();
    shop.write("note.md", "again\n");
    expect((await shop.drive()).error).toBeUndefined();
    expect(callsOf(shop).map(({ args }) => args.includes("resume"))).toEqual([false, false]);
  });

  it("that is given a wider permission says so aloud", async () => {
    const { notes } = await shopOf("claude", "ok", { permission: "full" }).drive();
    expect(notes).toContain('the agent runs with the permission "full"');
  });

  it("that is not on PATH is an error that names those which are", async () => {
    const shop = shopOf("claude", "ok");
    const only = path.join(shop.home, "only");
    fs.mkdirSync(only);
    fs.symlinkSync(path.join(FAKES, "qwen"), path.join(only, "qwen"));
    fs.symlinkSync(process.execPath, path.join(only, "node"));
    shop.env["PATH"] = `${only}:/usr/bin:/bin`;
    const { error } = await shop.drive();
    expect(userError(error)).toMatchObject({ code: "agent-missing", exit: 5 });
    expect(userError(error).next.join("\n")).toContain("agent: qwen");
  });

  it("of one's own is written in place, with a prompt in a file and figures out of its text", async () => {
    const shop = openShop({
      agent: {
        command: [
          "sh",
          "-c",
          'cp "$1" got.txt; echo "Tokens: 2.1k sent, 300 received."; echo "Cost: \\$0.01 message"',
          "mine",
        ],
        prompt: "file",
        output: "text",
        pick: {
          tokensIn: { regex: "Tokens: ([\\d.]+k?) sent" },
          tokensOut: { regex: "([\\d.]+k?) received" },
          cost: { regex: "Cost: (\\$[\\d.]+) message" },
        },
      },
    });
    const { error, events } = await shop.drive();
    expect(error).toBeUndefined();
    expect(shop.read("got.txt")).toBe("Do what the ask says.");
    expect(events.find((one) => one.event === "turn")).toMatchObject({ figures: { tokens: 2400, cost: 0.01 } });
    expect(shop.message()).toMatch(/^Gtd-Cost: 0\.01$/m);
    expect(shop.message()).toMatch(/^Gtd-Tokens: 2400$/m);
  });

  it("hands over an argument that is too long as the name of a file", async () => {
    const shop = openShop({
      agent: {
        command: ["sh", "-c", 'printf %s "$1" | wc -c >size.txt; grep -c . "$GTD_PROMPT_FILE" >lines.txt', "mine"],
        prompt: "arg",
      },
    });
    shop.write("ask.md", `${"long ".repeat(40_000)}\n`);
    shop.git("commit", "-qam", "gtd(human): idle → working");
    expect((await shop.drive()).error).toBeUndefined();
    expect(Number(shop.read("size.txt"))).toBeLessThan(1000);
    expect(Number(shop.read("lines.txt"))).toBe(1);
  });

  it("that needs a variable is not started without", async () => {
    const { error } = await openShop({
      agent: { command: ["sh", "-c", "touch ran"], needs: ["SOME_AGENT_KEY"] },
    }).drive();
    expect(userError(error)).toMatchObject({ code: "agent-login", exit: 5 });
  });
});
