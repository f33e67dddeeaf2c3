import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { collapse, collapseMixed } from "./messages/repository-scenes.ts";
import { Place, removePlaces, settle } from "./messages/place.ts";
import { SCENES } from "./messages/scenes.ts";
import { ROOT } from "./documents.ts";

const directory = path.join(ROOT, "tests/fixtures/errors");

afterAll(removePlaces);

describe("the whole text of an error", () => {
  it.each(SCENES)("$name", async ({ name, run, make, bare, call }) => {
    const place = new Place(bare !== true);
    await make?.(place);
    place.text = "";
    const exit =
      call === undefined
        ? (await place.run(run)).exit
        : await place.report(run.includes("--json"), (context) => call(place, context));
    const file = path.join(directory, `${name}.out`);
    await expect(settle(`$ ${run}\n${place.text}exit ${exit}\n`, place)).toMatchFileSnapshot(file);
  });
});

/** The lines of what to do next, run one by one as they are printed; the exits of those of gtd. */
async function follow(place: Place): Promise<readonly number[]> {
  const lines = place.text.split("\nnext:\n")[1]?.split("\n").slice(0, -1) ?? [];
  const exits: number[] = [];
  for (const line of lines.map((one) => one.trim().replace(/ +# .*$/, ""))) {
    if (line.startsWith("gtd")) exits.push((await place.run(line)).exit);
    else execFileSync("sh", ["-c", line], { cwd: place.dir, stdio: "ignore" });
  }
  return exits;
}

describe("what to do next", () => {
  it("brings the turns back over pending changes of all kinds, and keeps those", async () => {
    const place = new Place();
    await collapseMixed(place);
    await place.run("gtd restore");
    expect(await follow(place)).toEqual([0]);
    const read = (name: string): string => fs.readFileSync(path.join(place.dir, name), "utf8");
    expect([read(".gtd/TODO.md"), read(".gtd/TODO.md.mine"), read(".gtd/LOG.md"), read(".gtd/LOG.md.mine")]).toEqual([
      "a\n",
      "the next\n",
      "one\n\n\n\n\n\ntaken\n",
      "mine\n\n\n\n\n\ntwo\n",
    ]);
  });

  it("behind a restored sign-off is to have back what that took", async () => {
    const place = new Place();
    await place.begin(collapse);
    const { exit, text } = await place.run("gtd restore");
    expect(exit).toBe(0);
    const command = /^to have it pending again: (.*)$/m.exec(text)?.[1] ?? "";
    execFileSync("sh", ["-c", command], { cwd: place.dir });
    expect(place.git("status", "--short")).toBe("?? end.md");
  });

  it("behind init works without an agent as well", async () => {
    const place = new Place();
    const { text } = await place.run("gtd init --test true");
    expect(text).toContain("before an agent can take a turn, configure one:");
    const lines = text.split("\nnext:\n")[1]?.split("\n").slice(0, 3) ?? [];
    execFileSync("sh", ["-c", lines[0] ?? ""], { cwd: place.dir, stdio: "ignore" });
    const [sketch = "", step = ""] = lines[1]?.split(" && gtd ") ?? [];
    execFileSync("sh", ["-c", sketch], { cwd: place.dir });
    expect(await place.run(`gtd ${step}`)).toMatchObject({ exit: 0 });
    expect(await place.run("gtd next")).toMatchObject({ exit: 0 });
  });
});
