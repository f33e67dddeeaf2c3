import { quickpickle } from "quickpickle";
import { configDefaults, defineConfig } from "vitest/config";

/**
 * A tier of tests without Gherkin: one folder below tests/. Files of one that is quick share their worker's modules,
 * because loading them costs more than most of its tests.
 */
function tier(name: string, timeout: number, isolate: boolean) {
  const include = [`tests/${name}/**/*.test.ts`];
  return { test: { name, include, isolate, testTimeout: timeout, hookTimeout: timeout } };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    exclude: [...configDefaults.exclude, "dist/**"],
    // Every run prints the same on every machine: colour is a test's own choice.
    env: { NO_COLOR: "1", FORCE_COLOR: "" },
    globalSetup: "tests/temporary.ts",
    pool: "forks",
    maxWorkers: "100%",
    projects: [
      tier("unit", 60_000, false),
      tier("property", 180_000, false),
      tier("driver", 120_000, true),
      tier("fault", 300_000, true),
      tier("docs", 120_000, true),
      tier("package", 60_000, true),
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
