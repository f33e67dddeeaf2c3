interface Commit {
  readonly id: string;
  readonly message: string;
}
export type Bump = "patch" | "minor" | "major";
export declare function parseBump(message: string): Bump | undefined;
export declare function nextVersion(last: string, bumps: readonly (string | undefined)[]): string;
export declare function checkCommits(commits: readonly Commit[]): readonly string[];
export declare function checkRelease(release: {
  readonly version: string;
  readonly tag?: string | undefined;
  readonly tags: readonly string[];
  readonly changelog: string;
  readonly last?: string | undefined;
  readonly commits: readonly Commit[];
}): readonly string[];
