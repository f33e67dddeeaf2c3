import { Writable } from "node:stream";
import * as clack from "@clack/prompts";
import { decideColor, makeColors, type Colors } from "../report/color.ts";
import type { DiffLine } from "../report/hunk.ts";
import { sanitizeText } from "../report/sanitize.ts";
import type { Prompter } from "../runtime/prompter.ts";

/** The library colours always; where colour is not wanted it is taken out again. */
class Plain extends Writable {
  readonly isTTY = true;

  get columns(): number {
    return process.stderr.columns;
  }

  get rows(): number {
    return process.stderr.rows;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    process.stderr.write(chunk.toString().replaceAll(/\u001b\[[\d;]*m/g, ""), done);
  }
}

const COLOR = decideColor(process.env, true);

const TONES: Readonly<Record<DiffLine["tone"], keyof Colors | undefined>> = {
  added: "green",
  removed: "red",
  place: "cyan",
  kept: undefined,
};

/** Questions on standard error, so that results on standard output stay alone. */
const STREAMS = {
  input: process.stdin,
  output: COLOR ? process.stderr : new Plain(),
};

/** Asks at the terminal of this process; a signal calls off what is asked. */
export function makeTerminalPrompter(signal: AbortSignal): Prompter {
  return {
    async select(question, choices, { initial } = {}) {
      const answer = await clack.select({
        ...STREAMS,
        signal,
        message: sanitizeText(question),
        options: choices.map(({ value, label, hint }) => ({
          value,
          label: sanitizeText(label ?? value),
          ...(hint === undefined ? {} : { hint: sanitizeText(hint) }),
        })),
        ...(initial === undefined ? {} : { initialValue: initial }),
      });
      return clack.isCancel(answer) ? undefined : answer;
    },
    async text(question, { initial, placeholder, fault } = {}) {
      const answer = await clack.text({
        ...STREAMS,
        signal,
        message: sanitizeText(question),
        ...(initial === undefined ? {} : { initialValue: initial }),
        ...(placeholder === undefined ? {} : { placeholder: sanitizeText(placeholder) }),
        ...(fault === undefined ? {} : { validate: (value: string | undefined) => fault(value ?? "") }),
      });
      return clack.isCancel(answer) ? undefined : (answer ?? "");
    },
    say(text) {
      process.stderr.write(sanitizeText(text));
    },
    show(lines) {
      const colors = makeColors(COLOR);
      const shown = lines.map(({ tone, text }) => {
        const [name, plain] = [TONES[tone], sanitizeText(text).replaceAll("\n", " ")];
        return `  ${name === undefined ? plain : colors[name](plain)}\n`;
      });
      process.stderr.write(shown.join(""));
    },
  };
}
