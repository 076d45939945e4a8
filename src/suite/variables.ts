/** The values of `variables:`, worked out when they are first read. */

import { isSecretName } from '../redact/redactor.js';
import { didYouMean } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { fillText, missingEnv, type Scope, Unfilled } from './interpolate.js';

/** Names that are compared for a did-you-mean. */
const CANDIDATES = 200;

export interface VariablesInit {
  declared: unknown;
  /** From `--var`; these win. */
  overrides: Record<string, string>;
  env: Record<string, string | undefined>;
  configDir: string;
  /** The name of a variable that a text asks for, known or not. */
  read?(name: string): void;
  /** The environment variable that a value was read from, for the redactor. */
  secret(name: string, value: string): void;
  /** A variable that has no value; told once. */
  failed(name: string, why: Unfilled): void;
}

export function createScope(init: VariablesInit): Scope {
  const values = new Map<string, unknown>();
  const broken = new Set<string>();
  const open = new Set<string>();

  const env = (name: string, plain: boolean): string | undefined => {
    const value = Object.hasOwn(init.env, name) ? init.env[name] : undefined;
    if (value !== undefined && !plain) init.secret(name, value);
    return value;
  };

  const evaluate = (name: string): unknown => {
    const declared = ownValue(init.declared, name);
    if (Object.hasOwn(init.overrides, name)) return asDeclared(init.overrides[name]!, declared);
    if (isObject(declared)) {
      const from = ownValue(declared, 'env');
      const fallback = ownValue(declared, 'default');
      if (typeof from !== 'string') throw new Unfilled(`the variable \`${name}\` has no value`, null, true);
      const value = env(from, false);
      if (value === undefined && fallback === undefined) throw missingEnv(from);
      return value === undefined ? fallback : asDeclared(value, declared);
    }
    if (typeof declared !== 'string') return declared;
    if (open.has(name)) throw new Unfilled(`the variable \`${name}\` reads itself`);
    open.add(name);
    try {
      return fillText(declared, scope, { env: true, captured: false });
    } finally {
      open.delete(name);
    }
  };

  const scope: Scope = {
    env,
    configDir: init.configDir,
    suggest: (name) => {
      const near = didYouMean(name, ['CONFIG_DIR', ...[...known()].slice(0, CANDIDATES)]);
      return near === undefined ? null : `did you mean \`\${${near}}\`?`;
    },
    variable: (name) => {
      init.read?.(name);
      if (values.has(name)) return values.get(name);
      if (broken.has(name)) throw new Unfilled(`the variable \`${name}\` has no value`, null, true);
      if (!known().has(name)) return undefined;
      try {
        const value = evaluate(name);
        if (typeof value === 'string' && isSecretName(name)) init.secret(name, value);
        values.set(name, value);
        return value;
      } catch (error) {
        if (!(error instanceof Unfilled)) throw error;
        broken.add(name);
        if (!error.told) init.failed(name, error);
        throw new Unfilled(error.message, error.hint, true);
      }
    },
  };

  let names: Set<string> | undefined;
  const known = (): Set<string> => {
    names ??= new Set([
      ...Object.keys(isObject(init.declared) ? init.declared : {}),
      ...Object.keys(init.overrides),
    ]);
    return names;
  };
  return scope;
}

/** `--var` and the environment give text; where the suite declares a number, true or false, it is read as one. */
function asDeclared(text: string, declared: unknown): unknown {
  const plain = isObject(declared) ? ownValue(declared, 'default') : declared;
  if (typeof plain === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof plain === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
