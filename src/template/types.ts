/** A fact that a template asks for and that is not at hand yet; the edge finds it and renders again. */
export type Request =
  | {
      readonly kind: "diff";
      readonly from: string;
      readonly to?: string;
      /** Leave out what a squash drops. */ readonly retained?: boolean;
    }
  | { readonly kind: "paths" }
  | { readonly kind: "empty-tree" }
  | { readonly kind: "review-base"; readonly state: string }
  | { readonly kind: "blob"; readonly path: string };

/** Thrown out of a rendering that met a request without an answer; never seen outside `runtime/`. */
export class NeedFact extends Error {
  readonly request: Request;
  constructor(request: Request) {
    super(`a template needs ${JSON.stringify(request)}`);
    this.request = request;
  }
}

/** A fault in a template: where it is inside the template's own text, if that is known. */
export interface TemplateFault {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export interface EdgeFact {
  readonly pattern: string;
  readonly target?: string;
  readonly refuse?: string;
  readonly action?: string;
  readonly describe?: string;
}

/** What a template sees as `it`, before aliases are added (STATES.md, "Templates"). */
export interface TemplateFacts {
  readonly vars: Readonly<Record<string, string>>;
  readonly state: string;
  readonly actor: string;
  readonly file: string | undefined;
  readonly edges: readonly EdgeFact[];
  /** Start parent of the process; the empty tree's hash when it began at the root. */
  readonly start: string;
  readonly head: string;
  readonly reviewBase: string;
  /** Text of a file of the working tree (or of the turn's tree); undefined when it is absent. */
  readonly readFile: (path: string) => string | undefined;
  /** Hash of the latest entry of a state in this process, or undefined. */
  readonly entered: (state: string) => string | undefined;
  /** How often a state was entered in this process, the present entry included. */
  readonly visits: (state: string) => number;
  /** Answers a request, or throws `NeedFact`. */
  readonly diff: (from: string, to?: string) => string;
  readonly retainedDiff: () => string;
  /** The commit before the last turn. */
  readonly previous: string;
  readonly paths: () => readonly string[];
  readonly costByModel: readonly { readonly model: string; readonly cost: number }[];
}
