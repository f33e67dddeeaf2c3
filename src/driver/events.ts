import type { ContentKind } from "../engine/types.ts";
import type { Outcome } from "../report/outcome.ts";
import type { Progress } from "./agent.ts";

/** What an agent reported of its turn; absent where it reported nothing. */
export interface TurnFigures {
  readonly cost?: number;
  readonly model?: string;
  readonly tokens?: number;
}

/** What the loop tells while it drives; `--json` prints one a line, `progress` and `output` aside. */
export type LoopEvent =
  | {
      readonly event: "beat";
      readonly beat: number;
      readonly state: string;
      readonly actor: string;
      readonly kind: ContentKind;
      readonly label?: string;
      /** The turn's log. */
      readonly log?: string;
    }
  | ({ readonly event: "progress" } & Progress)
  /** The last lines of a script that failed. */
  | { readonly event: "output"; readonly text: string }
  | {
      readonly event: "turn";
      readonly outcome: Outcome;
      /** Milliseconds. */
      readonly duration: number;
      /** Of an agent's turn. */
      readonly figures?: TurnFigures;
    }
  | { readonly event: "wait"; readonly why: string; readonly milliseconds: number }
  | { readonly event: "note"; readonly text: string }
  | ({ readonly event: "halt" } & Halt);

/** Why a loop ended, where nothing failed. */
export interface Halt {
  readonly reason: "human" | "settled" | "limit" | "stalled" | "once" | "until" | "stopped";
  readonly state: string;
  readonly actor: string;
  /** One sentence for a person. */
  readonly text: string;
  /** What to type then, where that is not plain. */
  readonly next?: readonly string[];
}
