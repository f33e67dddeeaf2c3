/** The environment variable that overrides a variable of a workflow. */
export function environmentName(name: string): string {
  return `GTD_${name.toUpperCase()}`;
}
