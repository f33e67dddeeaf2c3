/** Room for the line that says what was left out. */
const NOTE = 64;

export interface KeptOutput {
  readonly add: (text: string) => void;
  /** All of it, or its head and its tail around a line that counts what lies between; at most `limit` bytes. */
  readonly render: () => string;
  /** Bytes left out, 0 as long as all is kept. */
  readonly omitted: () => number;
}

/** Collects text in bounded memory: over `limit` bytes the head and the tail are kept, cut at line ends where there are any. */
export function keepOutput(limit: number): KeptOutput {
  const half = Math.max(0, Math.floor((limit - NOTE) / 2));
  let total = 0;
  let kept = 0;
  let head: string | undefined;
  const chunks: string[] = [];

  const add = (text: string): void => {
    chunks.push(text);
    total += Buffer.byteLength(text);
    kept += Buffer.byteLength(text);
    if (total <= limit) return;
    if (head === undefined) {
      head = cutEnd(chunks.join(""), half);
      const rest = chunks.join("").slice(head.length);
      chunks.splice(0, chunks.length, rest);
      kept = Buffer.byteLength(rest);
    }
    for (let [first] = chunks; first !== undefined && kept - Buffer.byteLength(first) >= half; [first] = chunks) {
      chunks.shift();
      kept -= Buffer.byteLength(first);
    }
  };
  const tail = (): string => cutStart(chunks.join(""), half);
  const omitted = (): number => (head === undefined ? 0 : total - Buffer.byteLength(head) - Buffer.byteLength(tail()));
  const render = (): string => (head === undefined ? chunks.join("") : joinCut(head, omitted(), tail()));
  return { add, render, omitted };
}

/** The text, or its head and tail, as one string of at most `limit` bytes. */
export function cutText(text: string, limit: number): string {
  const output = keepOutput(limit);
  output.add(text);
  return output.render();
}

function joinCut(head: string, bytes: number, tail: string): string {
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}[… ${bytes} bytes left out …]\n${tail}`;
}

/** At most `limit` bytes from the start, whole characters, whole lines if there is a line end. */
function cutEnd(text: string, limit: number): string {
  const cut = decodeWhole(Buffer.from(text).subarray(0, limit));
  return cut.slice(0, cut.lastIndexOf("\n") + 1) || cut;
}

function cutStart(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  const cut = decodeWhole(bytes.subarray(Math.max(0, bytes.length - limit)));
  const line = cut.indexOf("\n") + 1;
  return line === cut.length || bytes.length <= limit ? cut : cut.slice(line);
}

/** Drops the parts of characters that a cut left at either end. */
function decodeWhole(bytes: Uint8Array): string {
  let start = 0;
  while (start < bytes.length && start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start), { stream: true });
}
