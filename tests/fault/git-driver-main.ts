import { perform } from "./git-driver.ts";

const [root = "", operation = ""] = process.argv.slice(2);
perform(root, operation).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
