/**
 * A driver for a model of a provider. The provider's package loads with the first turn. The key is read
 * from the named variable at every turn and never leaves this module other than in a request header.
 */
import type { Clock, Conversation, Driver, ModelSpec, TurnOptions, TurnOutcome } from '../types/driver.js';
import { formatDuration } from '../util/duration.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { attemptTurn } from './attempt.js';
import { systemClock } from './clock.js';
import { hideKey } from './hide-key.js';
import { Pace } from './pace.js';
import type { Provider } from './provider.js';
import { withRetries } from './retry.js';

export interface DriverEnv {
  env: Readonly<Record<string, string | undefined>>;
  clock?: Clock;
  /** Shared by all who ask the same model; by default the driver has one of its own. */
  pace?: Pace;
  /** Tries in all for one turn; several by default. */
  attempts?: number;
}

const LOADERS: Partial<Record<ModelSpec['provider'], () => Promise<{ provider: Provider }>>> = {
  anthropic: () => import('./anthropic.js'),
  openai: () => import('./openai.js'),
  google: () => import('./google.js'),
  mistral: () => import('./mistral.js'),
  'openai-compatible': () => import('./openai-compatible.js'),
};

/** For every provider but the two built-in drivers, which need a script or nothing at all. */
export function createDriver(spec: ModelSpec, driverEnv: DriverEnv): Driver {
  const { env, clock = systemClock, pace = new Pace(spec.concurrency), attempts } = driverEnv;
  const load = LOADERS[spec.provider];
  if (load === undefined) {
    const message = `The ${spec.provider} driver is not made from a model name.`;
    throw new McptestError({ code: 'internal', message, exitCode: 4 });
  }
  return {
    model: spec.name,
    provider: spec.provider,
    async turn(conversation: Conversation, options: TurnOptions): Promise<TurnOutcome> {
      const missing = missingKey(spec, env);
      if (missing !== undefined) return { failure: { kind: 'missing-key', message: missing } };
      const keyName = spec.api_key_env.find((name) => env[name]);
      const apiKey = env[keyName ?? '']?.trim() ?? '';
      if (keyName !== undefined && /[^\x21-\x7e]/.test(apiKey)) return unusableKey(keyName);
      const { provider } = await load();
      const outcome = await withRetries(
        (left) => attemptTurn({ spec, provider, apiKey, keyName }, conversation, options, left),
        {
          clock,
          pace,
          attempts,
          timeout_ms: options.timeout_ms,
          signal: options.signal,
          queued: options.queued,
        },
      );
      return hideKey(withTimeLimit(outcome, options.timeout_ms), apiKey, keyName ?? '');
    },
  };
}

/** Which variable has to be set before the model can be asked; undefined when nothing is missing. */
export function missingKey(spec: ModelSpec, env: DriverEnv['env']): string | undefined {
  if (spec.api_key_env.length === 0 || spec.api_key_env.some((name) => env[name])) return undefined;
  const names = spec.api_key_env.map(oneLine).join(' or ');
  return `${names} is not set, so ${oneLine(spec.name)} cannot be asked.`;
}

/** Checked here, because the message of `fetch` about such a header would quote it. */
function unusableKey(keyName: string): TurnOutcome {
  const message = `The key in ${oneLine(keyName)} holds characters that a key cannot have.`;
  return { failure: { kind: 'unauthorized', message } };
}

/** An attempt knows only what was left for it; the user set the time for the whole turn. */
function withTimeLimit(outcome: TurnOutcome, timeout_ms: number): TurnOutcome {
  if ('turn' in outcome || outcome.failure.kind !== 'timeout') return outcome;
  const message = `${outcome.failure.message} within ${formatDuration(timeout_ms)}.`;
  return { failure: { ...outcome.failure, message } };
}
