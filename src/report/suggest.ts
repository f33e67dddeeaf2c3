/** The known name that a misspelt one most likely means; undefined when none is close. Letter case counts little. */
export function suggestName(found: string, known: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(found.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    if (Math.abs(name.length - found.length) > limit) continue;
    const distance = measureDistance(found.toLowerCase(), name.toLowerCase());
    if (distance <= limit && distance < (best?.distance ?? Infinity) && distance < name.length)
      best = { name, distance };
  }
  return best?.name;
}

/** Damerau-Levenshtein (optimal string alignment): insertions, deletions, substitutions, swaps of neighbours. */
export function measureDistance(a: string, b: string): number {
  let [before, above] = [
    [] as readonly number[],
    Array.from({ length: b.length + 1 }, (_, column) => column) as readonly number[],
  ];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(above, column) + 1,
          at(current, column - 1) + 1,
          at(above, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Infinity,
        ),
      );
    }
    [before, above] = [above, current];
  }
  return at(above, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/** The command with the name that was most likely meant, as a line of what to do next; none when no name is close. */
export function nextName(found: string, known: readonly string[], command: string): readonly string[] {
  const close = suggestName(found, known);
  return close === undefined ? [] : [`${command} ${close}  # if that is what you meant`];
}

/** The same, with the command for every other name behind it. */
export function nextNames(found: string, known: readonly string[], command: string): readonly string[] {
  const close = suggestName(found, known);
  return [
    ...nextName(found, known, command),
    ...known.filter((name) => name !== close).map((name) => `${command} ${name}`),
  ];
}
