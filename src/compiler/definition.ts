import type { DeclaredMode, Permission } from "../engine/types.ts";
import type { AdapterConfig } from "./config-types.ts";

/** A target of a row as written, files not involved. */
export type TargetSource =
  | string
  | { readonly to: string; readonly action?: string; readonly describe?: string }
  | { readonly refuse: string; readonly action?: string; readonly describe?: string };

/** A state after `extends`, merging and file references, its templates not yet rendered. */
export interface StateSource {
  readonly actor?: string;
  readonly prompt?: string;
  readonly script?: string;
  readonly message?: string;
  readonly commit?: string;
  /** In declaration order. */
  readonly on?: readonly (readonly [pattern: string, target: TargetSource])[];
  readonly initial?: boolean;
  readonly entry?: string;
  readonly retry?: {
    readonly max: number | string;
    readonly otherwise: string;
    readonly since?: string | readonly string[];
  };
  readonly file?: string;
  readonly mode?: string;
  readonly capture?: string;
  readonly timeout?: string;
  readonly permission?: Permission;
  readonly model?: string;
  readonly memory?: string;
  readonly label?: string;
  readonly window?: boolean | { readonly since?: string };
  readonly drop?: readonly string[];
  readonly allowEmpty?: boolean;
}

/**
 * A whole workflow after `extends`, merging and file references: JSON, independent of vars' values.
 * Pairs keep declaration order whatever the names.
 */
export interface Definition {
  readonly name: string;
  readonly vars: readonly (readonly [name: string, value: string])[];
  readonly modes: readonly (readonly [name: string, mode: DeclaredMode])[];
  readonly states: readonly (readonly [name: string, state: StateSource])[];
}

export interface Limits {
  readonly turns: number;
  readonly cost?: number;
  readonly minutes?: number;
  /** Milliseconds. */
  readonly wait?: number;
  /** Bytes. */
  readonly diff: number;
  readonly capture: number;
  readonly file: number;
}

/** The configuration beside the workflow, defaults filled in; times in milliseconds. */
export interface Settings {
  /** A shell command, an adapter's name, or an inline adapter. */
  readonly agent?: string | AdapterConfig;
  readonly permission: Permission;
  readonly models: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly timeouts: { readonly idle: number; readonly hard: number; readonly script: number };
  readonly hooks: {
    readonly onRest?: string;
    readonly onHalt?: string;
    readonly onTurn?: string;
    readonly git: "squash" | "turns" | "never";
  };
  readonly shell: string;
  readonly audit: { readonly humans: readonly string[] };
}

/** A file that took part in a configuration, as read. */
export interface Source {
  /** Absolute path, or `bundled:<name>`. */
  readonly path: string;
  readonly text: string;
}
