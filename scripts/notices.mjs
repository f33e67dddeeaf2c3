// The licences of what is bundled, as they ask to be kept with every copy.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The directory of the package that a file of node_modules belongs to, by its innermost node_modules. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

function readPackage(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const file = readdirSync(directory).find((one) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(one));
  const text = file === undefined ? `Licensed under ${license}.` : readFileSync(join(directory, file), "utf8").trim();
  return { title: `${name} ${version}`, text: text.replaceAll("\r\n", "\n") };
}

/**
 * @param root the directory that `inputs` are relative to
 * @param inputs files that went into the bundle, as esbuild's metafile names them
 * @returns text: the packages by name, those that share a licence word for word above one copy of it
 */
export function renderNotices(root, inputs) {
  const directories = new Set(inputs.flatMap((input) => PACKAGE.exec(join(root, input))?.[0] ?? []));
  const byText = new Map();
  for (const directory of [...directories].filter((one) => existsSync(join(one, "package.json"))).toSorted()) {
    const { title, text } = readPackage(directory);
    byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  const parts = [...byText].map(([text, titles]) => `${[...new Set(titles)].toSorted().join("\n")}\n\n${text}\n`);
  return `gtd is made with these packages, which are part of its files.\n\n${parts.toSorted().join(`\n${"-".repeat(72)}\n\n`)}`;
}
