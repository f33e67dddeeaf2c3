import { join } from "node:path";
import { embedDiagram } from "../diagram/embed.ts";
import { renderMermaid } from "../diagram/mermaid.ts";
import { EXIT, UserError, type ExitCode } from "../errors.ts";
import type { Context } from "../runtime/context.ts";
import { report } from "../runtime/context.ts";
import { openProject, openRepository, openRest } from "../runtime/open.ts";
import { readNamedFile, repositoryPath } from "../runtime/paths.ts";
import { writeWorkingFile } from "../runtime/write-working-file.ts";
import type { Repository } from "../git/types.ts";

export interface MermaidOptions {
  readonly current?: boolean;
  readonly write?: string;
  readonly check?: string;
}

/** `gtd mermaid`: the workflow as a Mermaid state diagram; keeps it up to date inside a document. */
export async function mermaidCommand(context: Context, options: MermaidOptions): Promise<ExitCode> {
  const repo = openRepository(context);
  const diagram = await drawDiagram(context, repo, options.current === true);
  const target = options.write ?? options.check;
  if (target === undefined) {
    report(context, { diagram }, diagram);
    return EXIT.done;
  }
  const path = repositoryPath(repo, target);
  const before = readDocument(repo, path, target);
  const after = embedDiagram(before, diagram);
  if (after === undefined) throw noMarkers(target);
  const fresh = after === before;
  if (options.check !== undefined && !fresh)
    throw new UserError(`the diagram in "${target}" is stale`, {
      code: "stale-diagram",
      exit: EXIT.refused,
      next: [`gtd mermaid --write ${target}`],
    });
  if (!fresh) writeWorkingFile(repo, path, after);
  report(
    context,
    { file: path, changed: !fresh },
    fresh ? `the diagram in "${target}" is up to date\n` : `wrote the diagram into "${target}"\n`,
  );
  return EXIT.done;
}

async function drawDiagram(context: Context, repo: Repository, current: boolean): Promise<string> {
  if (!current) return renderMermaid((await openProject(context, repo)).workflow, {});
  const { position, project } = await openRest(context);
  return renderMermaid(project.workflow, { current: position.state, path: position.trace });
}

function readDocument(repo: Repository, path: string, named: string): string {
  try {
    return readNamedFile(join(repo.root, path));
  } catch (error) {
    throw new UserError(`the document "${named}" cannot be read`, {
      code: "unreadable-file",
      exit: EXIT.usage,
      detail: error instanceof Error ? error.message : String(error),
      next: ["gtd mermaid --write README.md"],
      cause: error,
    });
  }
}

function noMarkers(named: string): UserError {
  return new UserError(`"${named}" has no place for the diagram`, {
    code: "no-markers",
    exit: EXIT.refused,
    next: [
      "put these two lines where it is to stand, then run the command again:",
      "<!-- gtd:mermaid -->",
      "<!-- /gtd:mermaid -->",
    ],
  });
}
