/** Names of configuration files, in the order in which they are looked for; a directory has one of them at most. */
export const CONFIG_NAMES = [
  ".gtdrc",
  ".gtdrc.json",
  ".gtdrc.yaml",
  ".gtdrc.yml",
  "gtd.config.json",
  "gtd.config.yaml",
  "gtd.config.yml",
] as const;
