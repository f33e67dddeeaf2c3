/** Seconds of the units that agents speak of. */
const UNITS: readonly (readonly [unit: RegExp, seconds: number])[] = [
  [/^ms|^millis/, 0.001],
  [/^d/, 86_400],
  [/^h/, 3600],
  [/^m/, 60],
  [/^s/, 1],
];
const DAY = 86_400_000;

/**
 * The time that an agent asks to be waited for, in milliseconds from `now` (milliseconds since the epoch); undefined
 * when it states none. Understands "resets 8:30pm (Asia/Tokyo)", "limit reached|<unix seconds>", "try again at 3:05 PM",
 * "… at Dec 2nd, 2026 3:05 PM", "try again in 2 hours", "in 15 hours 23 minutes", "in 1.2s", "retry in 3.5s", "retry-after: n".
 */
export function parseWait(text: string, now: number): number | undefined {
  const epoch = /limit reached\s*\|\s*(\d{9,13})/i.exec(text)?.[1];
  if (epoch !== undefined) return untilMoment(Number(epoch) * (epoch.length > 10 ? 1 : 1000), now);
  const date =
    /\bat ([A-Z][a-z]{2,8})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? (?:at )?(\d{1,2}):(\d{2})\s*([ap])\.?m\b/i.exec(
      text,
    );
  if (date !== null) {
    const [, month, day, year, hour, minute, half] = date;
    return untilMoment(Date.parse(`${month} ${day}, ${year} ${hour}:${minute} ${half}M`), now);
  }
  const clock =
    /(?:resets?(?: at)?|try again at|available(?: again)? at)\s+(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\.?(?:\s*\(([A-Za-z_+\-/0-9]+)\))?/i.exec(
      text,
    );
  if (clock !== null) return untilClock(clock, now);
  const span =
    /(?:try again|retry(?:ing)?|resets?|available)\s+(?:again\s+)?(?:in|after)\s+((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])[\s,and]*)+)/i.exec(
      text,
    )?.[1];
  if (span !== undefined) return parseSpan(span);
  const header = /retry[-_ ]?after["']?\s*[:=]?\s*["']?(\d+(?:\.\d+)?)/i.exec(text)?.[1];
  return header === undefined ? undefined : Math.ceil(Number(header) * 1000);
}

function parseSpan(text: string): number {
  const seconds = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)].reduce((sum, [, amount, unit = ""]) => {
    const factor = UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1] ?? 1;
    return sum + Number(amount) * factor;
  }, 0);
  return Math.ceil(seconds * 1000);
}

function untilMoment(moment: number, now: number): number | undefined {
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}

/** The next time that a clock shows this, in the zone that is named or the local one. */
function untilClock([, hours = "0", minutes = "0", half = "a", zone]: readonly (string | undefined)[], now: number) {
  const target = ((Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + Number(minutes);
  const shown = minuteOfDay(now, zone);
  const wait = (target - shown) * 60_000 - (now % 60_000);
  return wait <= 0 ? wait + DAY : wait;
}

function minuteOfDay(now: number, zone: string | undefined): number {
  const parts = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).formatToParts(
      now,
    );
  const read = (timeZone: string | undefined): number => {
    const at = (type: string): number => Number(parts(timeZone).find((part) => part.type === type)?.value ?? 0);
    return at("hour") * 60 + at("minute");
  };
  try {
    return read(zone);
  } catch {
    return read(undefined);
  }
}
