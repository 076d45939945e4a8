/** One request to a provider, with its own deadline: a turn, or the reason why there is none. */
import type { Conversation, ModelSpec, TurnOptions } from '../types/driver.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { toRequest, toTurn } from './language-model.js';
import type { Provider } from './provider.js';
import { AttemptError, providerFetch } from './provider-fetch.js';
import type { Attempt } from './retry.js';

export interface ModelAccess {
  spec: ModelSpec;
  provider: Provider;
  apiKey: string;
  keyName?: string;
}

export async function attemptTurn(
  { spec, provider, apiKey, keyName }: ModelAccess,
  conversation: Conversation,
  options: TurnOptions,
  left_ms: number,
): Promise<Attempt> {
  const { signal } = options;
  if (signal?.aborted) return { failure: { kind: 'aborted', message: 'The run was stopped.' } };
  const baseUrl = spec.base_url ?? provider.baseUrl;
  const title =
    spec.base_url === undefined ? provider.title : `${provider.title} at ${new URL(baseUrl).host}`;
  // Our own controller: signals joined by AbortSignal.any stay alive as long as the run's signal does.
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, left_ms);
  signal?.addEventListener('abort', stop, { once: true });
  const { rewrite } = provider;
  const fetch = providerFetch(
    { title, model: spec.model, keyName },
    rewrite && ((body) => rewrite(body, options.tools)),
  );
  const model = provider.open({ spec, baseUrl, apiKey, fetch });
  const request = toRequest(conversation, options, provider.settings?.(spec) ?? {}, controller.signal);
  try {
    return { turn: toTurn(await model.doGenerate(request), conversation) };
  } catch (error) {
    if (signal?.aborted) return { failure: { kind: 'aborted', message: 'The run was stopped.' } };
    if (controller.signal.aborted)
      return { failure: { kind: 'timeout', message: `${title} did not answer` } };
    if (error instanceof AttemptError) return { failure: error.failure };
    return { failure: { kind: 'malformed', message: unreadable(title, error) } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The package could not make sense of an answer with status 200. */
function unreadable(title: string, error: unknown): string {
  const body = (error as { responseBody?: unknown } | undefined)?.responseBody;
  const said = typeof body === 'string' ? errorIn(body) : undefined;
  const why = said ?? (error instanceof Error ? error.message : String(error));
  return `${title} gave an answer that cannot be read: ${clip(oneLine(why), 400)}`;
}

/** Some gateways answer 200 with an error inside. */
function errorIn(body: string): string | undefined {
  try {
    const error = ownValue(JSON.parse(body), 'error');
    const message = typeof error === 'string' ? error : ownValue(error, 'message');
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
