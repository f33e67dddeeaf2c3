import type { TemplateFault } from "./types.ts";

/** A template that cannot be compiled or rendered; `fault` says where in the template's own text, if that is known. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly fault: TemplateFault;

  constructor(fault: TemplateFault, cause?: unknown) {
    super(fault.message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
