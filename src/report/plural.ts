/** A number with its noun: `1 change`, `2 changes`. */
export function renderCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
