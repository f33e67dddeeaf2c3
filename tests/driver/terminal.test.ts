import { spawnSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { BINARY, openShop, type Shop } from "./fixture.ts";

const TMUX = spawnSync("tmux", ["-V"]).status === 0;
if (!TMUX) process.stderr.write("tmux is not installed: what a real terminal shows is not tested\n");

let count = 0;

/** A terminal of some columns in which the loop runs; `look` tells its rows, escape sequences and all. */
function openTerminal(shop: Shop, columns: number, env: Readonly<Record<string, string>> = {}) {
  const socket = `gtd-terminal-${process.pid}-${++count}`;
  const tmux = (...args: readonly string[]): string =>
    spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], {
      cwd: shop.dir,
      env: { ...shop.env, TERM: "xterm-256color", ...env },
      encoding: "utf8",
    }).stdout;
  onTestFinished(() => void tmux("kill-server"));
  const line = `'${process.execPath}' '${BINARY}' loop; echo "ended with $?"; exec sleep 60`;
  tmux("new-session", "-d", "-x", String(columns), "-y", "30", line);
  const look = (): readonly string[] => tmux("capture-pane", "-p", "-e").trimEnd().split("\n");
  return {
    look,
    until: async (text: string): Promise<readonly string[]> => {
      for (const end = Date.now() + 30_000; Date.now() < end;) {
        const rows = look();
        if (rows.join("").includes(text)) return rows;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`"${text}" was never shown:\n${look().join("\n")}`);
    },
  };
}

/** Says things that are wide, coloured and move the cursor, and works when it may. */
const LOUD = `printf '\\033[31m漢字漢字漢字漢字漢字漢字漢字 \\033[2J\\033[5A\\033]0;evil\\007 red\\n'
  until [ -e ../go ]; do sleep 0.05; done; echo 1 >work.txt`;

describe.skipIf(!TMUX)("a loop on a terminal (needs tmux)", () => {
  it.each([34, 60, 120])("of %i columns keeps to one live row, and leaves a line for the turn", async (columns) => {
    const shop = openShop({ agent: LOUD });
    const terminal = openTerminal(shop, columns);
    const live = await terminal.until(columns < 60 ? "tokens" : "漢");
    expect(live.filter((row) => row.startsWith("working (agent)"))).toHaveLength(1);
    expect(live).toHaveLength(1);
    shop.write("../go", "");
    const rows = await terminal.until("ended with 0");
    const text = rows.join(columns < 60 ? "" : "\n");
    expect(text).toContain("gtd(agent): working → looking");
    expect(text).toContain("cost unknown");
    expect(text).not.toContain("working (agent)");
    expect(text).toContain("Look.");
    expect(text).not.toContain("\u001b");
  });

  it("is the same with NO_COLOR, and tells in plain lines where the terminal is dumb", async () => {
    const shop = openShop({ agent: LOUD });
    shop.write("../go", "");
    expect((await openTerminal(shop, 80, { NO_COLOR: "1" }).until("ended with 0")).join("\n")).not.toContain("\u001b");
    const dumb = openShop({ agent: LOUD });
    dumb.write("../go", "");
    const rows = await openTerminal(dumb, 80, { CI: "1" }).until("ended with 0");
    expect(rows.join("\n")).toContain("gtd(agent): working → looking");
  });
});
