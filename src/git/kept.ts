/** The tip that the last squash, abandon or undo of this worktree took away. */
export const HISTORY_REF = "refs/worktree/gtd/history";

/** The two places where a tip is kept: for `restore`, and for the life beyond this worktree. */
export function keepTip(tip: string): { readonly ref: string; readonly commit: string }[] {
  return [{ ref: HISTORY_REF, commit: tip }, keepForGood(tip)];
}

export function keepForGood(tip: string): { readonly ref: string; readonly commit: string } {
  return { ref: `refs/gtd/history/${tip}`, commit: tip };
}
