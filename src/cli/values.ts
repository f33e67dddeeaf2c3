import { InvalidArgumentError } from "commander";

// What an option takes, read from the command line; each throws what commander shows as a usage error.

export function exitCode(text: string): number | "timeout" {
  if (text === "timeout") return text;
  if (!/^\d{1,3}$/.test(text) || Number(text) > 255)
    throw new InvalidArgumentError('allowed are 0 to 255 and "timeout".');
  return Number(text);
}

export function amount(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("allowed is a number such as 0.42.");
  return Number(text);
}

export function percentage(text: string): number {
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || Number(text) > 100)
    throw new InvalidArgumentError("allowed is a number from 0 to 100.");
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("allowed is a whole number from 1.");
  return Number(text);
}

export function nonBlank(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("allowed is a text that is not blank.");
  return text;
}
