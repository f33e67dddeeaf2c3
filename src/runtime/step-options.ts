/** What an actor reports about its turn. */
export interface Figures {
  readonly cost?: number;
  /** Needs `cost`. */
  readonly model?: string;
  readonly tokens?: string;
  readonly duration?: string;
  readonly session?: string;
}

export interface StepOptions {
  /** Who acts. */
  readonly actor: string;
  /** How the resting script ended, where it was run. */
  readonly exit?: number | "timeout";
  /** What the script printed; with `exit` only. */
  readonly output?: string;
  /** The script as it was run, to head the capture. */
  readonly command?: string;
  /** Where the whole output is kept, to be named where the capture cuts it. */
  readonly log?: string;
  /** The tree that the script ran on. */
  readonly checkedTree?: string;
  readonly figures?: Figures;
  /** Record a turn that changed nothing at a prompt. */
  readonly attempt?: boolean;
  readonly dryRun?: boolean;
  readonly allowLarge?: boolean;
  readonly allowLink?: boolean;
}
