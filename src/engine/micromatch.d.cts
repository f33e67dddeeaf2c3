/** What gtd asks of micromatch; its published types know neither `flags` nor `strictBrackets` together with it. */
export interface Micromatch {
  /** @throws SyntaxError on unbalanced brackets under `strictBrackets` */
  makeRe(
    glob: string,
    options: {
      readonly dot: boolean;
      readonly nonegate: boolean;
      readonly flags: string;
      readonly strictBrackets?: boolean;
    },
  ): RegExp;
}

/** Loads micromatch on first use. */
export function loadMicromatch(): Micromatch;
