/** The values of `variables:`, worked out when they are first read. */

import { isSecretName } from '../redact/redactor.js';
import { didYouMean } from '../util/did-you-mean.js';
import { isObject, ownValue } from '../util/plain.js';
import { FillError, fillText, missingEnv, type Scope } from './interpolate.js';

/** Names that are compared for a did-you-mean. */
const CANDIDATES = 200;

export interface VariablesInit {
  declared: unknown;
  /** From `--var`; these win. */
  overrides: Record<string, string>;
  env: Record<string, string | undefined>;
  configDir: string;
  tmp?: string;
  /** The name of a variable that a text asks for, known or not. */
  read?(name: string): void;
  /** The environment variable that a value was read from, for the redactor. */
  secret(name: string, value: string): void;
  /** A variable that has no value; told once. */
  failed(name: string, why: FillError): void;
}

export function createScope(init: VariablesInit): Scope {
  const values = new Map<string, unknown>();
  const broken = new Set<string>();
  const open = new Set<string>();
  const declaredNames = Object.keys(isObject(init.declared) ? init.declared : {});
  const known = new Set([...declaredNames, ...Object.keys(init.overrides)]);

  const env = (name: string, plain: boolean): string | undefined => {
    const value = Object.hasOwn(init.env, name) ? init.env[name] : undefined;
    if (value !== undefined && !plain) init.secret(name, value);
    return value;
  };

  /** A variable that is text may read others. */
  const fillDeclared = (name: string, text: string): unknown => {
    if (open.has(name)) throw new FillError(`the variable \`${name}\` reads itself`);
    open.add(name);
    try {
      return fillText(text, scope, { env: true, captured: false });
    } finally {
      open.delete(name);
    }
  };

  const evaluate = (name: string): unknown => {
    const declared = ownValue(init.declared, name);
    const override = Object.hasOwn(init.overrides, name) ? init.overrides[name] : undefined;
    if (override !== undefined) return asDeclared(override, declared);
    if (isObject(declared)) return readFromEnv(name, declared, env);
    return typeof declared === 'string' ? fillDeclared(name, declared) : declared;
  };

  const variable = (name: string): unknown => {
    init.read?.(name);
    if (values.has(name)) return values.get(name);
    if (broken.has(name)) throw noValue(name);
    if (!known.has(name)) return undefined;
    try {
      const value = evaluate(name);
      if (typeof value === 'string' && isSecretName(name)) init.secret(name, value);
      values.set(name, value);
      return value;
    } catch (error) {
      if (!(error instanceof FillError)) throw error;
      broken.add(name);
      if (!error.told) init.failed(name, error);
      throw new FillError(error.message, error.hint, true);
    }
  };

  const suggest = (name: string): string | null => {
    const near = didYouMean(name, ['CONFIG_DIR', 'tmp', ...[...known].slice(0, CANDIDATES)]);
    return near === undefined ? null : `did you mean \`\${${near}}\`?`;
  };

  const scope: Scope = { env, configDir: init.configDir, tmp: init.tmp, suggest, variable };
  return scope;
}

function noValue(name: string): FillError {
  return new FillError(`the variable \`${name}\` has no value`, null, true);
}

/** A variable that is declared as `{ env, default }`. */
function readFromEnv(name: string, declared: Record<string, unknown>, env: Scope['env']): unknown {
  const from = ownValue(declared, 'env');
  const fallback = ownValue(declared, 'default');
  if (typeof from !== 'string') throw noValue(name);
  const value = env(from, false);
  if (value === undefined && fallback === undefined) throw missingEnv(from);
  return value === undefined ? fallback : asDeclared(value, declared);
}

/** `--var` and the environment give text; where the suite declares a number, true or false, it is read as one. */
function asDeclared(text: string, declared: unknown): unknown {
  const plain = isObject(declared) ? ownValue(declared, 'default') : declared;
  if (typeof plain === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof plain === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
