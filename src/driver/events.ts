import type { Outcome } from "../report/outcome.ts";
import type { ContentKind } from "../engine/types.ts";

/** What the loop tells while it drives; `--json` prints one a line. */
export type LoopEvent =
  | {
      readonly event: "beat";
      readonly beat: number;
      readonly state: string;
      readonly actor: string;
      readonly kind: ContentKind;
      readonly label?: string;
    }
  | { readonly event: "output"; readonly text: string }
  | { readonly event: "turn"; readonly outcome: Outcome; /** Milliseconds. */ readonly duration: number }
  | { readonly event: "note"; readonly text: string }
  | ({ readonly event: "halt" } & Halt);

/** Why a loop ended, where nothing failed. */
export interface Halt {
  readonly reason: "human" | "settled" | "limit" | "stalled" | "once" | "until";
  readonly state: string;
  readonly actor: string;
  /** One sentence for a person. */
  readonly text: string;
}
