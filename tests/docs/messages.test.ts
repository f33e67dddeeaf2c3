import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
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
