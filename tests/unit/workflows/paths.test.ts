import { afterAll, describe, expect, it } from "vitest";
import type { Row } from "../../../src/engine/types.ts";
import { bindDefault, Walk } from "./walk.ts";

const { workflow, findings } = bindDefault();
const fired = new Set<Row>();

/** A walk from a state of the workflow as it ships, whose rows count for the coverage at the end. */
function walk(state?: string): Walk {
  const made = new Walk(workflow, state);
  walks.push(made);
  return made;
}
const walks: Walk[] = [];

const TODO = ".gtd/TODO.md";
const ONE = ".gtd/packages/01.md";
const TWO = ".gtd/packages/02.md";
const NEXT = ".gtd/NEXT.md";
const BLOCKED = ".gtd/BLOCKED.md";
const FEEDBACK = ".gtd/FEEDBACK.md";
const VERDICT = ".gtd/VERDICT.md";
const REVIEW = ".gtd/REVIEW.md";
const MESSAGE = ".gtd/COMMIT_MSG.md";
const GREEN = ["@passed"];

/** A walk that was led to a state by the turns before it. */
function at(state: string): Walk {
  const made = walk("decomposing");
  const ways: Record<string, readonly (readonly string[])[]> = {
    building: [[`A ${ONE}`], [`A ${NEXT}`, "@passed"]],
    checking: [["A src/a.ts"]],
    vetting: [GREEN],
  };
  for (const [name, turns] of Object.entries(ways)) {
    if (made.state !== state) expect(made.take(...turns).at(-1)).toBe(name);
  }
  expect(made.state).toBe(state);
  return made;
}

it("the workflow compiles without findings", () => {
  expect(findings).toEqual([]);
});

describe("from a sketch to packages", () => {
  it("a plan without questions goes on by itself", () => {
    expect(walk().take([`A ${TODO}`], GREEN, GREEN, [`M ${TODO}`, "@settled"], [`A ${ONE}`, `A ${TWO}`])).toEqual([
      "capturing",
      "baseline",
      "grilling",
      "decomposing",
      "picking",
    ]);
  });

  it("questions are answered, or accepted by silence", () => {
    const asked = walk("grilling");
    expect(
      asked.take([`M ${TODO}`, "@open", "@unanswered"], [`M ${TODO}`, "@open", "@answered"], [`M ${TODO}`, "@settled"]),
    ).toEqual(["answering", "grilling", "decomposing"]);
    expect(walk("answering").take(["@open", "@unanswered"])).toEqual(["decomposing"]);
    expect(walk("answering").take([`M ${TODO}`, "@open", "@ambiguous"])[0]).toMatch(/^A question has two ticks/);
  });

  it("planGate: always stops for a human although nothing is open", () => {
    const gated = bindDefault({ GTD_PLANGATE: "always" });
    expect(gated.findings).toEqual([]);
    expect(new Walk(gated.workflow, "grilling").take([`M ${TODO}`, "@settled"], ["@settled"])).toEqual([
      "answering",
      "decomposing",
    ]);
  });

  it("a red baseline waits for a human, who tests again with or without a repair", () => {
    for (const event of ["@failed", "@missing", "@timeout"]) {
      expect(
        walk("baseline").take(
          [`A ${FEEDBACK}`, event],
          [],
          [`M ${FEEDBACK}`, "@failed"],
          ["M src/a.ts"],
          [`D ${FEEDBACK}`, "@passed"],
        ),
      ).toEqual(["baseline-red", "baseline", "baseline-red", "baseline", "grilling"]);
    }
  });

  it("a sketch that cannot be captured names the way back", () => {
    for (const event of ["@failed", "@missing", "@timeout"]) {
      expect(walk("capturing").take([event])[0]).toMatch(/`gtd run`.*`gtd undo`/);
    }
  });

  it("a silent agent does not plan", () => {
    expect(walk("grilling").take(["@settled"])).toEqual(["stay"]);
    expect(walk("decomposing").take([])).toEqual(["stay"]);
  });
});

describe("package by package", () => {
  it("two packages are built, tested and judged in order", () => {
    const made = walk("decomposing");
    expect(
      made.take([`A ${ONE}`, `A ${TWO}`], [`A ${NEXT}`, "@passed"], ["A src/a.ts"], GREEN, [
        `A ${VERDICT}`,
        "@approve",
      ]),
    ).toEqual(["picking", "building", "checking", "vetting", "picking"]);
    expect(
      made.take([`M ${NEXT}`, `D ${ONE}`, `D ${VERDICT}`, "@passed"], ["A src/b.ts"], GREEN, [
        `A ${VERDICT}`,
        "@approve",
      ]),
    ).toEqual(["building", "checking", "vetting", "picking"]);
    expect(made.take([`D ${NEXT}`, `D ${TWO}`, `D ${VERDICT}`, "@passed"])).toEqual(["reviewing"]);
  });

  it("a current package whose name does not change is built again", () => {
    const made = at("building");
    made.state = "picking";
    expect(made.take(GREEN)).toEqual(["building"]);
  });

  it("without a package and without a name it goes to review", () => {
    expect(walk("picking").take(GREEN)).toEqual(["reviewing"]);
  });

  it("reviewRounds: 0 goes on as soon as the tests are green", () => {
    const quick = bindDefault({ GTD_REVIEWROUNDS: "0" });
    expect(quick.findings).toEqual([]);
    expect(new Walk(quick.workflow, "checking").take(GREEN)).toEqual(["picking"]);
  });

  it("maxPackages stops a plan that never ends", () => {
    const short = new Walk(bindDefault({ GTD_MAXPACKAGES: "2" }).workflow, "decomposing");
    const round = [[`A ${NEXT}`, "@passed"], ["A src/a.ts"], GREEN, [`A ${VERDICT}`, "@approve"]];
    expect(short.take([`A ${ONE}`], ...round, ...round)).toEqual([
      "picking",
      "building",
      "checking",
      "vetting",
      "picking",
      "building",
      "checking",
      "vetting",
      "escalate",
    ]);
  });

  it("a red run is repaired three times, then a human is asked, and the count begins anew", () => {
    const red = [`M ${FEEDBACK}`, "@failed"];
    const repair = ["M src/a.ts"];
    const made = at("checking");
    expect(made.take(red, repair, red, repair, red, repair, red)).toEqual([
      "fixing",
      "checking",
      "fixing",
      "checking",
      "fixing",
      "checking",
      "escalate",
    ]);
    expect(made.take([], red, repair)).toEqual(["checking", "fixing", "checking"]);
  });

  it("tests that cannot run at all need a human", () => {
    expect(at("checking").take([`A ${FEEDBACK}`, "@missing"], ["M package.json"])).toEqual(["escalate", "checking"]);
    expect(at("checking").take([`A ${FEEDBACK}`, "@timeout"])).toEqual(["escalate"]);
  });

  it("a rejection is worked off and judged again, three times", () => {
    const reject = [`A ${VERDICT}`, "@reject"];
    const round = [["M src/a.ts"], [`D ${VERDICT}`, "@passed"]];
    const made = at("vetting");
    expect(made.take(reject, ...round, reject, ...round, reject, ...round)).toEqual([
      "addressing",
      "checking",
      "vetting",
      "addressing",
      "checking",
      "vetting",
      "addressing",
      "checking",
      "escalate",
    ]);
    expect(made.take([], GREEN, [`A ${VERDICT}`, "@approve"])).toEqual(["checking", "vetting", "picking"]);
  });

  it("a blocked agent asks a human, who answers, tries again or leaves the package out", () => {
    expect(
      at("building").take([`A ${BLOCKED}`, "A src/half.ts"], [`M ${BLOCKED}`], ["M src/half.ts", `D ${BLOCKED}`]),
    ).toEqual(["blocked", "building", "checking"]);
    expect(at("building").take([`A ${BLOCKED}`], [])).toEqual(["blocked", "building"]);
    for (const event of ["@passed", "@failed", "@missing", "@timeout"]) {
      const made = at("building");
      expect(
        made.take([`A ${BLOCKED}`], [`D ${ONE}`, "M src/a.ts"], [event], [`D ${NEXT}`, `D ${BLOCKED}`, "@passed"]),
      ).toEqual(["blocked", "skipping", "picking", "reviewing"]);
    }
  });

  it("a blocked repair, and a blocked answer to a verdict, need a human, who may accept the code", () => {
    const fixing = at("checking");
    expect(fixing.take([`A ${FEEDBACK}`, "@failed"], [`A ${BLOCKED}`], [`D ${ONE}`])).toEqual([
      "fixing",
      "escalate",
      "skipping",
    ]);
    expect(at("vetting").take([`A ${VERDICT}`, "@reject"], [`A ${BLOCKED}`])).toEqual(["addressing", "escalate"]);
  });
});

describe("the review", () => {
  const draft = [`A ${REVIEW}`];

  it("is signed off and becomes one commit", () => {
    const made = walk("reviewing");
    expect(made.take(draft, [`M ${REVIEW}`, "@approved"])).toEqual(["await-review", "squashing"]);
    expect(made.decide([`A ${MESSAGE}`])).toMatchObject({ kind: "squash", from: "squashing", to: "done" });
  });

  it("comments become packages, and it is reviewed again", () => {
    expect(
      walk("await-review").take(
        [`M ${REVIEW}`, "@commented"],
        [`A ${ONE}`],
        [`A ${NEXT}`, "@passed"],
        ["A README.md"],
        GREEN,
        [`A ${VERDICT}`, "@approve"],
        [`D ${NEXT}`, `D ${ONE}`, "@passed"],
        [`M ${REVIEW}`],
        [`M ${REVIEW}`, "@approved"],
      ),
    ).toEqual([
      "revising",
      "picking",
      "building",
      "checking",
      "vetting",
      "picking",
      "reviewing",
      "await-review",
      "squashing",
    ]);
  });

  it("a hand edit with nothing to act on is tested, judged and reviewed again", () => {
    expect(
      walk("await-review").take(
        ["M src/a.ts", "@commented"],
        [`D ${REVIEW}`],
        GREEN,
        [`A ${VERDICT}`, "@approve"],
        [`D ${VERDICT}`, "@passed"],
        draft,
      ),
    ).toEqual(["revising", "checking", "vetting", "picking", "reviewing", "await-review"]);
  });

  it("is neither half done nor taken away", () => {
    const made = walk("await-review");
    expect(made.take([`M ${REVIEW}`, "@unfinished"])[0]).toMatch(/^Some boxes are still empty\. Tick every box/);
    expect(made.take([`D ${REVIEW}`, "@withdrawn"])[0]).toMatch(/^The review was deleted\. Bring the file back/);
    expect(made.take(["A other.txt"])[0]).toMatch(/^There is no review to answer/);
    expect(made.take(["@unfinished"])).toEqual(["stay"]);
  });
});

describe("other ways in", () => {
  it("fix leaves at once on green, repairs on red and goes through the review", () => {
    expect(walk("health").take(GREEN)).toEqual(["idle"]);
    expect(
      walk("health").take(
        [`A ${FEEDBACK}`, "@failed"],
        ["M src/a.ts"],
        [`D ${FEEDBACK}`, "@passed"],
        [`A ${VERDICT}`, "@approve"],
        [`D ${VERDICT}`, "@passed"],
      ),
    ).toEqual(["fixing", "checking", "vetting", "picking", "reviewing"]);
    expect(walk("health").take([`A ${FEEDBACK}`, "@missing"])).toEqual(["escalate"]);
    expect(walk("health").take([`A ${FEEDBACK}`, "@timeout"])).toEqual(["escalate"]);
  });

  it("review goes on whatever the tests say", () => {
    for (const event of ["@passed", "@failed", "@missing", "@timeout"])
      expect(walk("inspect").take([event])).toEqual(["reviewing"]);
  });
});

describe("what is refused says what to do", () => {
  const cases: readonly (readonly [state: string, did: readonly string[], sentence: RegExp])[] = [
    ["grilling", [`M ${TODO}`, "A src/a.ts", "@settled"], /^Only the plan may change here\. Take back/],
    ["grilling", [`D ${TODO}`], /^The plan must not be deleted\. Bring/],
    ["answering", [`D ${TODO}`], /^The plan was deleted\. Bring/],
    ["decomposing", [`A ${ONE}`, "A src/a.ts"], /^Only packages and the plan may change/],
    ["decomposing", [`A ${ONE}`, `D ${TWO}`], /^No package may be deleted/],
    ["decomposing", [`M ${TODO}`], /^There is no new package\. Write/],
    ["picking", ["@failed"], /`gtd run`/],
    ["picking", [`D ${NEXT}`, "@missing"], /`gtd run`/],
    ["picking", ["@timeout"], /`gtd run`/],
    ["building", ["A src/a.ts", "M .gtdrc.yaml"], /^An agent does not change what drives it/],
    ["building", ["A src/a.ts", "A gtd.config.json"], /^An agent does not change what drives it/],
    ["building", ["A src/a.ts", `M ${ONE}`], /^gtd's own files are not yours/],
    ["building", ["A src/a.ts", `D ${ONE}`], /^gtd's own files are not yours/],
    ["building", [`D ${BLOCKED}`], /^Nothing of the project changed/],
    ["fixing", ["M src/a.ts", "M .gtdrc"], /^An agent does not change what drives it/],
    ["fixing", ["M src/a.ts", `M ${NEXT}`], /^gtd's own files are not yours/],
    ["vetting", [`A ${VERDICT}`, "M src/a.ts", "@approve"], /^A judge changes nothing but the verdict/],
    ["vetting", [`A ${VERDICT}`], /^There is no verdict\. Let the first line be "Verdict: approve"/],
    ["addressing", ["M .gtdrc.json"], /^An agent does not change what drives it/],
    ["addressing", ["M src/a.ts", `M ${TODO}`], /^gtd's own files are not yours/],
    ["addressing", [`M ${VERDICT}`], /^Nothing of the project changed/],
    ["reviewing", [`A ${REVIEW}`, "M src/a.ts"], /^Only the review may change here/],
    ["reviewing", [`D ${REVIEW}`], /^The review must not be deleted/],
    ["revising", [`A ${ONE}`, "M src/a.ts"], /^Only packages and the review may change/],
    ["revising", [`D ${ONE}`], /^No package may be deleted/],
    ["revising", [`M ${REVIEW}`], /^There is no new package\. Write one for each comment/],
    ["squashing", [`A ${MESSAGE}`, `M ${TODO}`], /^Only the commit message may change/],
    ["squashing", ["M src/a.ts"], /^There is no commit message/],
  ];
  it.each(cases)("%s: %j", (state, did, sentence) => {
    expect(walk(state).take(did)[0]).toMatch(sentence);
  });

  it("a repair may touch the output it works from", () => {
    expect(walk("fixing").take(["M src/a.ts", `D ${FEEDBACK}`])).toEqual(["checking"]);
  });
});

it("configuration below the root is the project's own", () => {
  expect(walk("building").take(["A fixtures/.gtdrc.yaml"])).toEqual(["checking"]);
});

it("the paths are the variables'", () => {
  const moved = new Walk(
    bindDefault({ GTD_TODO: "plan/IDEA.md", GTD_FOLDER: "plan", GTD_PACKAGES: "plan/work" }).workflow,
    "grilling",
  );
  expect(moved.take(["A plan/IDEA.md", "@settled"], ["A plan/work/1.md"])).toEqual(["decomposing", "picking"]);
  expect(moved.workflow.states.get("done")?.drop).toEqual([{ include: "plan/**", exclude: [] }]);
});

afterAll(() => {
  for (const made of walks) for (const row of made.fired) fired.add(row);
  const silent = [...workflow.states.values()].flatMap(({ name, rows }) =>
    rows.filter((row) => !fired.has(row)).map((row) => `${name}: ${row.pattern.source}`),
  );
  expect(silent, "rows that no path fired").toEqual([]);
});
