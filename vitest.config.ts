import { quickpickle } from "quickpickle";
import { configDefaults, defineConfig } from "vitest/config";

/** A tier of tests without Gherkin: one folder below tests/. */
function tier(name: string, timeout: number) {
  return { test: { name, include: [`tests/${name}/**/*.test.ts`], testTimeout: timeout, hookTimeout: timeout } };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    exclude: [...configDefaults.exclude, "dist/**"],
    // Every run prints the same on every machine: colour is a test's own choice.
    env: { NO_COLOR: "1", FORCE_COLOR: "" },
    pool: "forks",
    maxWorkers: "100%",
    projects: [
      tier("unit", 60_000),
      tier("property", 180_000),
      tier("driver", 120_000),
      tier("fault", 300_000),
      tier("docs", 120_000),
      {
        plugins: [quickpickle({ stepTimeout: 120_000 })],
        test: {
          name: "features",
          include: ["tests/integration/features/**/*.feature"],
          setupFiles: ["tests/integration/setup.ts"],
          testTimeout: 240_000,
          isolate: false,
        },
      },
    ],
    coverage: { include: ["src/**/*.ts"], exclude: ["src/**/generated/**"] },
  },
});
