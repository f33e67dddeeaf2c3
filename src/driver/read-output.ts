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
  const pieces = cutPieces(whole ? "" : "\n", whole ? takeDocument : takeLine);
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

/** Cuts a stream at a separator, or takes it whole when there is none. A piece over the limit is dropped. */
function cutPieces(separator: string, take: (piece: string) => readonly PickName[]) {
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
    return piece === "" && separator !== "" ? [] : take(piece);
  };
  return {
    add: (chunk: string): readonly PickName[] => {
      if (separator === "") {
        hold(chunk);
        return [];
      }
      const [first = "", ...lines] = chunk.split(separator);
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
