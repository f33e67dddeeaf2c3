import { perform } from "./git-driver.ts";

const [root = "", operation = ""] = process.argv.slice(2);
perform(root, operation).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
