import type { Adapter, Picker } from "./adapter.ts";
import { pickValue, takeValue } from "./pick.ts";

/** Characters of one event, or of an output that is one document; a longer one is passed over. */
const EVENT_LIMIT = 16 << 20;
/** Characters that are kept of an output that is text. */
const TEXT_LIMIT = 64_000;

export type PickName = keyof NonNullable<Adapter["pick"]>;
export type Picked = { readonly [N in PickName]?: string };

export interface OutputReader {
  /** Takes the next piece; answers the names that got a new value. */
  readonly add: (chunk: string) => readonly PickName[];
  /** Takes the end. */
  readonly end: () => readonly PickName[];
  readonly picked: () => Picked;
}

/**
 * Reads an agent's output as it comes, in bounded memory: values are picked off its events, and nothing else is kept.
 * What is no JSON where JSON is due is passed over: an agent may say more than it promised.
 */
export function readOutput(adapter: Pick<Adapter, "output" | "pick">): OutputReader {
  const pickers = Object.entries(adapter.pick ?? {}) as [PickName, Picker][];
  const values: { [N in PickName]?: string } = {};
  const form = adapter.output ?? "text";
  const tail = keepTail();

  const takeEvent = (event: unknown): readonly PickName[] =>
    pickers.flatMap(([name, picker]) => {
      const value = pickValue(picker, event);
      if (value === undefined) return [];
      values[name] = takeValue(picker.take, values[name], value);
      return [name];
    });
  const takeLine = (line: string): readonly PickName[] => {
    if (form === "text") {
      if (adapter.pick?.text === undefined) tail.push(line);
      const found = pickers.flatMap(([name, picker]) =>
        picker.regex === undefined ? [] : takeText(name, picker, line),
      );
      return adapter.pick?.text === undefined && line.trim() !== "" ? [...found, "text"] : found;
    }
    const event = parse(line);
    return event === undefined ? [] : takeEvent(event);
  };
  const takeText = (name: PickName, picker: Picker, line: string): readonly PickName[] => {
    const value = pickValue(picker.regex === undefined ? {} : { regex: picker.regex }, line);
    if (value === undefined) return [];
    values[name] = takeValue(picker.take, values[name], value);
    return [name];
  };
  const takeDocument = (text: string): readonly PickName[] => {
    const document = parse(text);
    if (document === undefined) return [];
    return form === "json-array" && Array.isArray(document) ? document.flatMap(takeEvent) : takeEvent(document);
  };
  const whole = form === "json" || form === "json-array";
  // Of a text in which nothing is looked for, only the end counts: a flood of short lines is not taken one by one.
  const pieces = cutPieces(
    whole ? undefined : pickers.length === 0 && form === "text" ? cutRoughly : cutLines,
    whole ? takeDocument : takeLine,
  );
  const text = (): Picked => (tail.text() === "" ? {} : { text: tail.text() });
  return { ...pieces, picked: () => ({ ...values, ...text() }) };
}

/** The last lines of a text; cut only now and then, so that a short line costs little. */
function keepTail() {
  let kept = "";
  return {
    push: (line: string): void => {
      kept += `${line}\n`;
      if (kept.length > 2 * TEXT_LIMIT) kept = kept.slice(-TEXT_LIMIT);
    },
    text: (): string => kept.slice(-TEXT_LIMIT),
  };
}

type Cut = (chunk: string) => readonly string[];

const cutLines: Cut = (chunk) => chunk.split("\n");

/** The end of a line that began before, all whole lines as one piece, and the beginning of the next. */
const cutRoughly: Cut = (chunk) => {
  const [first, last] = [chunk.indexOf("\n"), chunk.lastIndexOf("\n")];
  if (first < 0) return [chunk];
  return [chunk.slice(0, first), ...(first < last ? [chunk.slice(first + 1, last)] : []), chunk.slice(last + 1)];
};

/** Cuts a stream into pieces, or takes it whole. A piece over the limit is dropped. */
function cutPieces(cut: Cut | undefined, take: (piece: string) => readonly PickName[]) {
  let held: string[] = [];
  let size = 0;
  const hold = (text: string): void => {
    size += text.length;
    if (size <= EVENT_LIMIT) held.push(text);
    else held = [];
  };
  const flush = (): readonly PickName[] => {
    const piece = size > EVENT_LIMIT ? "" : held.join("");
    held = [];
    size = 0;
    return piece === "" && cut !== undefined ? [] : take(piece);
  };
  return {
    add: (chunk: string): readonly PickName[] => {
      if (cut === undefined) {
        hold(chunk);
        return [];
      }
      const [first = "", ...lines] = cut(chunk);
      hold(first);
      const names = new Set<PickName>();
      for (const line of lines) {
        for (const name of flush()) names.add(name);
        hold(line);
      }
      return [...names];
    },
    end: (): readonly PickName[] => flush(),
  };
}

function parse(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return undefined;
  }
}
