import { makeColors } from "../report/color.ts";
import { renderNext } from "../report/next.ts";
import { sanitizeText } from "../report/sanitize.ts";
import type { Diagnosis, Level } from "./diagnosis.ts";

const MARKS: Readonly<Record<Level, { readonly mark: string; readonly paint: "green" | "yellow" | "red" }>> = {
  ok: { mark: "ok   ", paint: "green" },
  note: { mark: "note ", paint: "yellow" },
  fault: { mark: "fault", paint: "red" },
};

/** Diagnoses for a person, each with what mends it below it. */
export function renderDiagnoses(diagnoses: readonly Diagnosis[], color: boolean): string {
  const colors = makeColors(color);
  return diagnoses
    .map(({ level, message, detail = [], fix = [] }) => {
      const { mark, paint } = MARKS[level];
      const below = [...detail, ...renderNext(fix).map((line) => `→ ${line}`)].map(
        (line) => `        ${sanitizeText(line)}\n`,
      );
      return `${colors[paint](mark)}  ${sanitizeText(message)}\n${below.join("")}`;
    })
    .join("");
}
