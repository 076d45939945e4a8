/**
 * The redactor of one invocation. Whoever starts an invocation opens it: the command line, the front door for each
 * call, a verb that a program calls by itself. Everybody else is handed it and tells it the secrets that come up, so
 * that also the last message, when all else failed, hides them.
 */
import { createRedactor, type Redactor, type Secret, secretsOfEnv } from './redactor.js';

export interface InvocationRedactor extends Redactor {
  /**
   * Learn what a suite, a flag or a file declares, before anything is compared. Its names win over the names of
   * environment variables with the same value, and over what was declared before.
   */
  declare(secrets: readonly Secret[]): void;
}

/** Reads the environment when it is first used: files of variables are read into it before that. */
export function openRedactor(env: Record<string, string | undefined>): InvocationRedactor {
  let declared: Secret[] = [];
  const learnt: Secret[] = [];
  let built: Redactor | undefined;
  const current = (): Redactor => {
    built ??= createRedactor([...declared, ...secretsOfEnv(env), ...learnt]);
    return built;
  };
  return {
    text: (text) => current().text(text),
    key: (text) => current().key(text),
    value: (value) => current().value(value),
    kept: (value) => current().kept(value),
    operand: (value) => current().operand(value),
    add(secret) {
      learnt.push(secret);
      built?.add(secret);
    },
    declare(secrets) {
      if (secrets.length === 0) return;
      const given = new Set(secrets.map(keyOf));
      declared = [...secrets, ...declared.filter((secret) => !given.has(keyOf(secret)))];
      built = undefined;
    },
  };
}

export interface RedactorInput {
  env?: NodeJS.ProcessEnv;
  /** The redactor of the invocation; made from `env` when absent. */
  redactor?: InvocationRedactor;
}

/** The one that was handed down, else a new one: a program that calls a verb has none. */
export function redactorOf({ env = process.env, redactor }: RedactorInput): InvocationRedactor {
  return redactor ?? openRedactor(env);
}

function keyOf({ name, value }: Secret): string {
  return JSON.stringify([name, value]);
}
