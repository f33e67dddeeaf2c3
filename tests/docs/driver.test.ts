import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listBlocks } from "./documents.ts";
import { makeSandbox } from "./sandbox.ts";

const AGENT = `
cat >/dev/null
case $(gtd status --json | node -p 'JSON.parse(fs.readFileSync(0)).state') in
  grilling) if [ -e "$HOME/tried" ]; then printf '# Plan\\n\\nGreet.\\n' >.gtd/TODO.md
    else touch "$HOME/tried"; printf '# Plan\\n\\n## Open Questions\\n\\n### Which?\\n' >.gtd/TODO.md; fi ;;
  decomposing) mkdir -p .gtd/packages; echo '# Greet' >.gtd/packages/01-greet.md ;;
  building) echo hello >greeting.txt ;;
  vetting) echo 'Verdict: approve' >.gtd/VERDICT.md ;;
  reviewing) base=$(git rev-list --max-parents=0 HEAD)
    printf '# Review: %.7s\\n\\n<!-- base: %s -->\\n\\n## Greeting\\n\\nWhy.\\n\\n- [ ] ./greeting.txt: all\\n' "$base" "$base" >.gtd/REVIEW.md ;;
esac
`;

describe("docs/driver.md", () => {
  it("its own driver takes a cycle from the sketch to the human's review, handing back what is not valid", () => {
    const [script] = listBlocks("sh", ["docs/driver.md"]);
    expect(script).toBeDefined();
    const sandbox = makeSandbox({ GTD_TESTCOMMAND: "true" });
    fs.writeFileSync(path.join(sandbox.home, "driver.sh"), script?.text ?? "");
    fs.writeFileSync(path.join(sandbox.home, "agent.sh"), AGENT);
    const { code, output } = sandbox.run(`
      git init -q && git config user.name Ada && git config user.email ada@example.org
      git commit -q --allow-empty -m 'chore: begin' && mkdir .gtd && echo Greet >.gtd/TODO.md && gtd step &&
      AGENT='sh "$HOME/agent.sh"' sh "$HOME/driver.sh" && gtd status --json
    `);
    expect(code, output).toBe(0);
    expect(output).toContain('{"state":"await-review"');
    expect(fs.existsSync(path.join(sandbox.home, "tried"))).toBe(true);
  });
});
