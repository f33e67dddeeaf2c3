import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTextOf } from "./files.ts";

/** What tools write beside the sources when a project is built or tested. */
interface Tool {
  /** A file that tells that the tool is at work here. */
  readonly file: string;
  /** Paths that it writes, a directory with a slash behind it. */
  readonly writes: readonly string[];
  /** What the file must say for it; any file will do where it is absent. */
  readonly says?: RegExp;
}

/** Directories that bring a `.gitignore` of their own (`.pytest_cache`, `.venv`, `.mypy_cache`) need none. */
const TOOLS: readonly Tool[] = [
  { file: "package.json", writes: ["node_modules/"], says: /"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{\s*"/ },
  { file: "package.json", writes: ["coverage/"], says: /--coverage|\bc8\b|\bnyc\b|experimental-test-coverage/ },
  { file: "package.json", writes: [".nyc_output/"], says: /\bnyc\b/ },
  { file: "Cargo.toml", writes: ["target/"] },
  { file: "pyproject.toml", writes: ["__pycache__/"] },
  { file: "pytest.ini", writes: ["__pycache__/"] },
  { file: "tox.ini", writes: ["__pycache__/", ".tox/"] },
  { file: "noxfile.py", writes: ["__pycache__/", ".nox/"] },
  { file: "setup.py", writes: ["__pycache__/"] },
  { file: "manage.py", writes: ["__pycache__/"] },
  { file: "pyproject.toml", writes: [".coverage"], says: /--cov\b/ },
  { file: "pom.xml", writes: ["target/"] },
  { file: "build.gradle", writes: ["build/", ".gradle/"] },
  { file: "build.gradle.kts", writes: ["build/", ".gradle/"] },
  { file: "build.sbt", writes: ["target/", "project/target/"] },
  { file: "mix.exs", writes: ["_build/", "deps/"] },
  { file: "Package.swift", writes: [".build/"] },
  { file: "pubspec.yaml", writes: [".dart_tool/"] },
  { file: "build.zig", writes: [".zig-cache/", "zig-out/"] },
  { file: "stack.yaml", writes: [".stack-work/"] },
  { file: "dune-project", writes: ["_build/"] },
  { file: "rebar.config", writes: ["_build/"] },
  { file: "gleam.toml", writes: ["build/"] },
  { file: "phpunit.xml", writes: [".phpunit.result.cache"] },
  { file: "composer.json", writes: ["vendor/"], says: /"require(?:-dev)?"\s*:\s*\{\s*"/ },
  { file: "CMakeLists.txt", writes: ["build/"] },
];

/** Paths that a project's own tools are known to write in a directory, each once; nothing is run to find out. */
export function listToolOutputs(root: string): readonly string[] {
  const found = TOOLS.filter(({ file, says }) =>
    says === undefined ? existsSync(join(root, file)) : says.test(readTextOf(join(root, file)) ?? ""),
  );
  return [...new Set(found.flatMap(({ writes }) => writes))];
}
