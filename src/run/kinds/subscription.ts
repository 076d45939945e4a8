/**
 * `subscribe:` — hears of updates of resources and of changes of lists while something happens. The legacy era
 * subscribes to each resource and hears of lists unasked; the stateless era opens one stream for all of it.
 */
import type { Connection, Notice, Reply, RequestOptions } from '../../types/connection.js';
import type { SubscriptionCall } from '../../types/suite.js';
import { isObject, ownValue } from '../../util/plain.js';
import { ask } from '../ask.js';
import { Budget, held, type KindAnswer, type KindContext, resultReply } from './kind-answer.js';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
/** What comes behind an answer, where the test names nothing to wait for. */
const BEHIND_MS = 250;

export function askSubscription(call: SubscriptionCall, context: KindContext): Promise<KindAnswer> {
  const { connection, options } = context;
  const budget = new Budget(options.timeout_ms);
  return connection.info.era === 'modern'
    ? overStream(call, connection, options, budget)
    : byRequests(call, connection, options, budget);
}

async function byRequests(
  { resources, lists, trigger }: SubscriptionCall,
  connection: Connection,
  options: RequestOptions,
  budget: Budget,
): Promise<KindAnswer> {
  const { signal, wait_for } = options;
  const within = (): RequestOptions => ({ timeout_ms: budget.left, signal });
  const subscribed: string[] = [];
  for (const uri of resources) {
    const reply = await connection.request('resources/subscribe', { uri }, within());
    if (reply.kind !== 'result') return { reply, checks: [] };
    subscribed.push(uri);
  }
  const listening = { ...within(), notifications: true, wait_for };
  const reply = trigger
    ? await ask(connection, trigger, listening)
    : await connection.request('ping', {}, listening);
  for (const uri of subscribed) await connection.request('resources/unsubscribe', { uri }, within());
  const told = lists.filter((list) => {
    return ownValue(ownValue(connection.info.capabilities, list), 'listChanged') === true;
  });
  return answered(reply, { resources: subscribed, lists: told }, { resources, lists });
}

async function overStream(
  { resources, lists, trigger }: SubscriptionCall,
  connection: Connection,
  options: RequestOptions,
  budget: Budget,
): Promise<KindAnswer> {
  const filter = {
    ...(resources.length > 0 && { resourceSubscriptions: resources }),
    ...Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true])),
  };
  const stream = new Stream(connection, filter, budget, options.signal);
  await stream.heard(ACKNOWLEDGED, budget.left);
  const { acknowledged } = stream;
  if (acknowledged === undefined) return { reply: await stream.end(), checks: [] };
  const reply = trigger
    ? await ask(connection, trigger, { timeout_ms: budget.left, signal: options.signal })
    : resultReply({}, budget.spent);
  if (options.wait_for)
    await stream.heard(options.wait_for.method, Math.min(options.wait_for.ms, budget.left));
  else await stream.quiet();
  await stream.end();
  const uris = ownValue(acknowledged, 'resourceSubscriptions');
  const got = {
    resources: Array.isArray(uris) ? uris : [],
    lists: lists.filter((list) => ownValue(acknowledged, `${list}ListChanged`) === true),
  };
  return answered({ ...reply, notifications: stream.notices }, got, { resources, lists });
}

/** One `subscriptions/listen` while it is open. */
class Stream {
  readonly notices: Notice[] = [];
  acknowledged: unknown;
  readonly #controller = new AbortController();
  readonly #reply: Promise<Reply>;
  #isOver = false;
  #onNews: (() => void) | undefined;
  readonly #methods = new Set<string>();

  constructor(connection: Connection, filter: object, budget: Budget, signal: AbortSignal | undefined) {
    signal?.addEventListener('abort', () => this.#controller.abort());
    const options: RequestOptions = {
      timeout_ms: budget.left,
      signal: this.#controller.signal,
      notifications: true,
      as_is: true,
      onNotice: (notice) => this.#hear(notice),
    };
    this.#reply = connection
      .request('subscriptions/listen', { notifications: filter }, options)
      .then((reply) => {
        this.#isOver = true;
        this.#onNews?.();
        return reply;
      });
  }

  #hear(notice: Notice): void {
    this.#methods.add(notice.method);
    if (notice.method === ACKNOWLEDGED) {
      const said = ownValue(notice.params, 'notifications');
      this.acknowledged = isObject(said) ? said : {};
    } else this.notices.push(notice);
    this.#onNews?.();
  }

  /** Resolves when a notification of this method came, the stream ended, or the time is over. */
  async heard(method: string, ms: number): Promise<void> {
    const ends = performance.now() + ms;
    while (!this.#isOver && !this.#methods.has(method) && performance.now() < ends) {
      await this.#news(ends - performance.now());
    }
  }

  async quiet(): Promise<void> {
    for (let seen = -1; !this.#isOver && seen < this.notices.length; ) {
      seen = this.notices.length;
      await this.#news(BEHIND_MS);
    }
  }

  #news(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => setImmediate(resolve), ms);
      this.#onNews = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): Promise<Reply> {
    this.#controller.abort();
    return this.#reply;
  }
}

interface Wanted {
  resources: readonly unknown[];
  lists: readonly string[];
}

function answered(reply: Reply, acknowledged: Wanted, wanted: Wanted): KindAnswer {
  const updates = (reply.notifications ?? []).flatMap(({ method, params }) =>
    method === 'notifications/resources/updated' ? [ownValue(params, 'uri')] : [],
  );
  const refused = [
    ...wanted.resources
      .filter((uri) => !acknowledged.resources.includes(uri))
      .map((uri) => `the server does not tell of updates of ${uri}`),
    ...wanted.lists
      .filter((list) => !acknowledged.lists.includes(list))
      .map((list) => `the server does not tell of changes of its ${list}`),
  ];
  const strangers = updates.filter((uri) => !isPartOf(uri, wanted.resources));
  const check = held('acknowledged', 'subscribed', refused, 'the server took the whole subscription');
  const stray = strangers.map((uri) => `an update of ${String(uri)} came, which was not subscribed to`);
  const own = held('updates', 'subscribed', stray, 'only what was subscribed to was told');
  return { reply: { ...reply, also: { acknowledged, updates } }, checks: [check, own] };
}

/** An update may be of a part of what was subscribed to. */
function isPartOf(uri: unknown, subscribed: readonly unknown[]): boolean {
  return subscribed.some((one) => typeof uri === 'string' && uri.startsWith(String(one)));
}
