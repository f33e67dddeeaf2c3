import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { reportError } from "../../src/cli/report-error.ts";
import { answerCommand, type AnswerCommandOptions } from "../../src/commands/answer.ts";
import { findRepository } from "../../src/git/repository.ts";
import { readAnswerable } from "../../src/runtime/answerable.ts";
import type { Context } from "../../src/runtime/context.ts";
import type { Prompter } from "../../src/runtime/prompter.ts";
import { putAnswer } from "../../src/runtime/put-answer.ts";
import { readRest } from "../../src/runtime/rest.ts";
import { answerWith } from "../unit/runtime/prompter.ts";
import { BINARY, openShop, type Shop } from "./fixture.ts";

const PLAN = [
  "\uFEFF# Plan  ",
  "",
  "## Open Questions",
  "",
  "### Which backend?",
  "",
  "It is hard to change later.",
  "",
  "- [ ] SQLite",
  "- [ ] Postgres",
  "- [ ] _your answer_",
  "",
  "### Which port?",
  "",
  "- [ ] 80",
].join("\r\n");

const BACKEND = ["[ ] SQLite", "[ ] Postgres", "answer in your own words", "leave it open, and go on", "stop here"];
const ON = "leave it open, and go on";
const OWN = "answer in your own words";
const STOP = "stop here";
const BACK = "back to the one before";
const STEP = "take the step";
const LATER = "leave the file for later";

/** A plan that waits for a human's answers. */
function openPlan(text = PLAN): Shop {
  return open("qa", "plan.md", text, {
    "@ambiguous": { refuse: "One tick for each." },
    C: { to: "idle", action: "Accept the plan" },
    "* **": { to: "working", action: "Send your answers" },
  });
}

function open(mode: string, file: string, text: string, on: object): Shop {
  const shop = openShop(
    {
      workflow: {
        states: {
          idle: { actor: "human", initial: true, message: "Ask.", on: { "* ask.md": "working" } },
          working: { actor: "agent", prompt: "Work.", on: { "* **": "answering" } },
          answering: { actor: "human", message: "Answer.", file, mode, on },
        },
      },
    },
    { asked: true },
  );
  shop.write("code.txt", Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join(""));
  shop.write(file, text);
  shop.git("add", "-A");
  shop.git("commit", "-q", "-m", "gtd(agent): working → answering");
  return shop;
}

interface Answered {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process, at a terminal where a person answers. */
async function answer(shop: Shop, options: AnswerCommandOptions = {}, prompter?: Prompter): Promise<Answered> {
  let [out, err] = ["", ""];
  const context: Context = {
    cwd: shop.dir,
    env: shop.env,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    json: false,
    color: false,
    signal: new AbortController().signal,
    ...(prompter === undefined ? {} : { loadPrompter: () => Promise.resolve(prompter) }),
  };
  try {
    return { exit: await answerCommand(context, options), out, err };
  } catch (error) {
    return { exit: reportError(error, context), out, err };
  }
}

describe("gtd answer at a terminal", () => {
  it("walks the questions, writes each answer at once, says what a step does, and takes it", async () => {
    const shop = openPlan();
    const person = answerWith([OWN, "Redis: [x] #1", "[ ] 80", STEP]);
    const { exit, out } = await answer(shop, {}, person);
    expect({ exit, out }).toEqual({ exit: 0, out: "gtd(human): answering → working\n" });
    expect(person.asked.map(({ question }) => question)).toEqual([
      "1 of 2: Which backend?",
      "Which backend?",
      "2 of 2: Which port?",
      "All is answered. Take the step?",
    ]);
    expect(person.asked[0]?.choices).toEqual(BACKEND);
    expect(person.asked[1]?.fault?.("Your answer")).toContain("still missing");
    expect(person.asked[1]?.fault?.(" ")).toBe("an answer has a text");
    expect(person.asked[1]?.fault?.("Redis")).toBeUndefined();
    expect(person.said.join("")).toContain("It is hard to change later.");
    expect(person.said.join("")).toContain('Send your answers: * **: would lead to "working"');
    const formatted = shop.git("show", "HEAD:plan.md");
    expect(formatted).toContain("- [x] Redis: [x] #1\r\n");
    expect(formatted).toMatch(/- \[x\] 80$/);
  });

  it("leaves every byte but the answer, goes back, and leaves the file for later", async () => {
    const shop = openPlan();
    const person = answerWith(["[ ] Postgres", BACK, "[ ] SQLite", ON, LATER]);
    const { exit, out } = await answer(shop, {}, person);
    expect(exit).toBe(0);
    expect(out).toContain("1 of 2 answered, no step taken\nnext:\n  gtd answer --list");
    expect(person.asked.at(-1)?.question).toBe("1 of 2 are open. Take the step?");
    expect(shop.read("plan.md")).toBe(PLAN.replace("[ ] SQLite", "[x] SQLite"));
    expect(shop.subjects()[0]).toBe("gtd(agent): working → answering");
    // What a person wrote before is kept, and the walk begins with what is open.
    const later = answerWith(["[ ] 80"]);
    expect((await answer(shop, { step: false }, later)).out).toContain("2 of 2 answered");
    expect(later.asked.map(({ question }) => question)).toEqual(["2 of 2: Which port?"]);
    expect(shop.read("plan.md")).toBe(PLAN.replace("[ ] SQLite", "[x] SQLite").replace("[ ] 80", "[x] 80"));
  });

  it("loses nothing that was answered when it is called off, and goes on where it is told to", async () => {
    const shop = openPlan();
    const { exit, err } = await answer(shop, {}, answerWith(["[ ] Postgres", OWN, undefined]));
    expect(exit).toBe(130);
    expect(err).toBe(
      'gtd: called off: what you answered so far is in "plan.md"\nnext:\n  gtd answer  # goes on\n  gtd step    # takes the step with the file as it is\n',
    );
    expect(shop.read("plan.md")).toBe(PLAN.replace("[ ] Postgres", "[x] Postgres"));
    // A number says with which question it begins.
    const person = answerWith([STOP]);
    await answer(shop, { number: 2 }, person);
    expect(person.asked.map(({ question }) => question)).toEqual(["2 of 2: Which port?"]);
  });

  it("passes a gate that nothing was answered at only when the person says so", async () => {
    const shop = openPlan();
    const person = answerWith([ON, ON, STEP]);
    expect((await answer(shop, {}, person)).exit).toBe(0);
    expect(person.said.join("")).toContain('Accept the plan: C: would lead to "idle"');
    expect(shop.subjects()[0]).toBe("gtd(human): answering → idle");
  });

  it("asks again when somebody else wrote the file meanwhile, and keeps what they wrote", async () => {
    const shop = openPlan();
    const theirs = PLAN.replace("[ ] 80", "[x] 80");
    let count = 0;
    const person = answerWith(["[ ] SQLite", "[ ] SQLite", STOP]);
    const select: Prompter["select"] = (...words) => {
      if (count++ === 0) shop.write("plan.md", theirs);
      return person.select(...words);
    };
    expect((await answer(shop, {}, { ...person, select })).exit).toBe(0);
    expect(person.said.join("")).toContain("written by somebody else meanwhile: asked again");
    expect(person.asked.map(({ question }) => question.slice(0, 6))).toEqual(["1 of 2", "1 of 2", "2 of 2"]);
    expect(shop.read("plan.md")).toBe(theirs.replace("[ ] SQLite", "[x] SQLite"));
  });

  it("writes nothing once the process waits elsewhere", async () => {
    const shop = openPlan();
    const person = answerWith(["[ ] SQLite"]);
    const select: Prompter["select"] = (...words) => {
      shop.git("commit", "-q", "--allow-empty", "-m", "gtd(human): answering → working");
      return person.select(...words);
    };
    const { exit, err } = await answer(shop, {}, { ...person, select });
    expect(exit).toBe(6);
    expect(err).toContain('the process no longer waits at "answering"');
    expect(shop.read("plan.md")).toBe(PLAN);
  });

  it("takes no step with a file that is not valid, or that a row refuses", async () => {
    const shop = openPlan(PLAN.replace("- [ ] 80", "- [~] 80\r\n- [ ] 443"));
    const invalid = await answer(shop, {}, answerWith([ON, ON]));
    expect(invalid.exit).toBe(1);
    expect(invalid.err).toContain("task-box");
    shop.write("plan.md", PLAN.replaceAll("[ ] SQLite", "[x] SQLite").replace("[ ] Postgres", "[x] Postgres"));
    const person = answerWith([ON, ON]);
    expect((await answer(shop, {}, person)).exit).toBe(0);
    expect(person.said.join("")).toContain("a step would be refused: One tick for each.");
  });

  it("shows what each box of a review points to, ticks it, takes the tick back, or comments on it", async () => {
    const review = (boxes: string): string =>
      `# Review: 1a2b3c4\n\n<!-- base: 1a2b3c4d -->\n\n## Count\n\nCounts.\n\n${boxes}\n`;
    const boxes = "- [ ] ./code.txt#30: the middle\n- [ ] ./gone.txt\n- [x] all of it";
    const on = { "@approved": "idle", "@commented": "working", "@unfinished": { refuse: "Some boxes are empty." } };
    const shop = open("review", "review.md", review(boxes), on);
    const person = answerWith(["seen: tick it", "write a comment", "[ ] Why?", "take the tick back", LATER]);
    const { exit, out, err } = await answer(shop, { number: 1 }, person);
    expect(exit, err).toBe(0);
    expect(out).toContain("answered, no step taken");
    expect(shop.read("review.md")).toBe(
      review("- [x] ./code.txt#30: the middle\n- [ ] ./gone.txt\n  - \\[ \\] Why?\n- [ ] all of it"),
    );
    const said = person.said.join("");
    expect(said).toContain("review.md:9\nCount\n\nCounts.\n\n@@ line 27 @@\n+line 27\n");
    expect(said).toContain("+line 33\n\nreview.md:10\n");
    expect(said).not.toContain("line 34");
    expect(said).toMatch(/"gone.txt" has no change since [0-9a-f]{12}/);
    shop.write("review.md", review(boxes.replace("the middle", "the middle\n\nBetter so.")));
    const later = answerWith([ON, "leave it so, and go on", LATER]);
    await answer(shop, { number: 2 }, later);
    expect(later.said.join("")).toContain('@commented: would lead to "working"');
    shop.write("review.md", review(boxes.replace("[ ]", "[x]")));
    const unfinished = answerWith([ON, "leave it so, and go on"]);
    await answer(shop, {}, unfinished);
    expect(unfinished.said.join("")).toContain("a step would be refused: Some boxes are empty.");
  });
});

describe("gtd answer without questions", () => {
  it("says which words do not fit what is asked", async () => {
    const shop = openPlan();
    const faults: readonly (readonly [AnswerCommandOptions, string])[] = [
      [{ number: 3 }, "there is no question 3: there are 2"],
      [{ option: 1 }, "the number of the question is missing"],
    ];
    for (const [options, message] of faults) {
      const { exit, out, err } = await answer(shop, options);
      expect({ exit, out }).toEqual({ exit: 2, out: "" });
      expect(err).toContain(message);
      expect(err).toContain("\n  gtd answer 1 --option 1\n");
    }
    expect(shop.read("plan.md")).toBe(PLAN);
  });

  it("writes nothing over a file that was changed since it was read, and nothing that would not be read", async () => {
    const shop = openPlan();
    const repo = findRepository(shop.dir);
    const read = await readAnswerable(await readRest(repo, await shop.project()));
    expect(putAnswer(read, { kind: "option", number: 1, option: 1 })).toBe("written");
    expect(putAnswer(read, { kind: "option", number: 1, option: 2 })).toBe("changed");
    expect(shop.read("plan.md")).toBe(PLAN.replace("[ ] SQLite", "[x] SQLite"));
    expect(() => putAnswer(read, { kind: "option", number: 7, option: 2 })).toThrow("would not read as you mean it");
    expect(fs.readdirSync(shop.dir).filter((name) => name.startsWith("plan.md"))).toEqual(["plan.md"]);
  });
});

const TMUX = spawnSync("tmux", ["-V"]).status === 0;
if (!TMUX) process.stderr.write("tmux is not installed: gtd answer is not tested at a real terminal\n");

describe.skipIf(!TMUX)("gtd answer at a real terminal (needs tmux)", () => {
  it("takes keys, shows a hunk without what would move the cursor, and ends with 130 on Ctrl-C", async () => {
    const text =
      "# Review: 1a2b3c4\n\n<!-- base: 1a2b3c4d -->\n\n## Shout\n\nShouts.\n\n- [ ] ./loud.txt\n- [ ] ./code.txt#2\n";
    const shop = open("review", "review.md", text, { "* **": "working" });
    shop.write("loud.txt", "\u001b[2J\u001b]0;evil\u0007loud\u202e\n");
    const tmux = (...args: readonly string[]): string =>
      spawnSync("tmux", ["-L", `gtd-answer-${process.pid}`, "-f", "/dev/null", ...args], {
        cwd: shop.dir,
        env: { ...shop.env, TERM: "xterm-256color" },
        encoding: "utf8",
      }).stdout;
    onTestFinished(() => void tmux("kill-server"));
    const command = `'${process.execPath}' '${BINARY}' answer`;
    const killed = `sh -c 'echo $$ >../pid; exec "$0" "$@"' ${command}; echo "killed with $?"`;
    const line = `${command}; echo "ended with $?"; ${killed}; exec sleep 60`;
    tmux("new-session", "-d", "-x", "80", "-y", "50", line);
    const until = async (wanted: string | RegExp): Promise<string> => {
      for (const end = Date.now() + 30_000; Date.now() < end;) {
        const rows = tmux("capture-pane", "-p", "-e");
        if (rows.search(wanted) >= 0) return rows;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`"${wanted}" was never shown:\n${tmux("capture-pane", "-p")}`);
    };
    const hunk = await until("stop here");
    expect(hunk).toContain("\u001b[32m+loud\n");
    expect(hunk).not.toContain("evil");
    tmux("send-keys", "Down", "Enter");
    await until("What is to be said about it?");
    tmux("send-keys", "-l", "too *loud*");
    tmux("send-keys", "Enter");
    await until("2 of 2");
    tmux("send-keys", "C-c");
    // What was asked by a walk that a signal ends is called off the same way.
    await until(/ended with 130[\s\S]*stop here/);
    process.kill(Number(shop.read("../pid")), "SIGTERM");
    await until("killed with 130");
    expect(shop.read("review.md")).toBe(text.replace("./loud.txt\n", "./loud.txt\n  - too \\*loud\\*\n"));
    expect(fs.existsSync(path.join(shop.dir, ".git/gtd/lock"))).toBe(false);
  });
});
