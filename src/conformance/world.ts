/**
 * What checks see of a server: the conversation that all share, new ones where they need them, and what was learnt so
 * far. Lists, calls and reads are made once and judged by many.
 */
import type { Era } from '../types/connection.js';
import { isObject, ownValue } from '../util/plain.js';
import { NotApplicable, NotTestable } from './check.js';
import type { Launcher } from './launch.js';
import { type MadeCall, makeCalls } from './learn/calls.js';
import { type MadeGet, makeGets } from './learn/gets.js';
import { type Listing, type ListName, walkList } from './learn/listing.js';
import { type MadeRead, makeReads } from './learn/reads.js';
import { type Opening, openAgain } from './open.js';
import type { Exchange } from './wire/port.js';
import { Talk } from './wire/talk.js';
import type { Transcript } from './wire/transcript.js';

export interface WorldSettings {
  /** From nothing to the answer to the handshake. */
  startMs: number;
  requestMs: number;
  /** Tools that may be called although nothing says that they only read; absent: none is called. */
  allowCalls?: string[];
}

/** Who leaves by itself, for want of a database say, has left by then. */
const STAY_MS = 1000;

export class World {
  private readonly known = new Map<string, Promise<unknown>>();
  private spare: Talk | undefined;

  constructor(
    readonly opening: Opening,
    readonly launcher: Launcher,
    readonly settings: WorldSettings,
  ) {}

  get talk(): Talk {
    return this.opening.talk;
  }

  get era(): Era {
    return this.talk.era;
  }

  get revision(): string {
    return this.opening.revision;
  }

  get transcripts(): readonly Transcript[] {
    return this.launcher.transcripts;
  }

  /** Whether a capability is declared; `resources.subscribe` looks at the flag inside. */
  has(capability: string): boolean {
    const [name = '', flag] = capability.split('.');
    const declared = ownValue(this.opening.capabilities, name);
    if (flag === undefined) return declared !== undefined && declared !== null && declared !== false;
    return ownValue(declared, flag) === true;
  }

  list(name: ListName): Promise<Listing> {
    return this.once(`list ${name}`, () => walkList(this.talk, name));
  }

  /** The calls of tools that may be called. */
  calls(): Promise<MadeCall[]> {
    return this.once('calls', async () => makeCalls(this, await this.list('tools')));
  }

  /** Those that were made so far, without making any. */
  async madeCalls(): Promise<MadeCall[]> {
    return ((await this.known.get('calls')) as MadeCall[] | undefined) ?? [];
  }

  reads(): Promise<MadeRead[]> {
    return this.once('reads', async () => makeReads(this.talk, await this.list('resources')));
  }

  gets(): Promise<MadeGet[]> {
    return this.once('gets', async () => makeGets(this.talk, await this.list('prompts')));
  }

  /** Enough traffic for what is judged afterwards. */
  async survey(): Promise<void> {
    if (this.opening.state !== 'open') return;
    if (this.has('tools')) await this.calls();
    if (this.has('resources')) {
      await this.reads();
      await this.list('templates');
    }
    if (this.has('prompts')) await this.gets();
    await this.unknownMethod();
  }

  /** A method that nobody has. */
  unknownMethod(): Promise<Exchange> {
    return this.once('unknown method', () => this.talk.ask('mcptest/no-such-method'));
  }

  unknownTool(): Promise<Exchange> {
    return this.once('unknown tool', () =>
      this.talk.ask('tools/call', { name: 'mcptest_no_such_tool', arguments: {} }),
    );
  }

  unknownResource(): Promise<Exchange> {
    return this.once('unknown resource', () =>
      this.talk.ask('resources/read', { uri: 'mcptest-unknown://no/such/resource' }),
    );
  }

  unknownPrompt(): Promise<Exchange> {
    return this.once('unknown prompt', () =>
      this.talk.ask('prompts/get', { name: 'mcptest_no_such_prompt' }),
    );
  }

  /** Any request that every server answers, to see that it still does. */
  signOfLife(talk: Talk = this.talk): Promise<Exchange> {
    return talk.ask(this.era === 'modern' ? 'server/discover' : 'ping');
  }

  /** The conversation that may be spoilt; a new one where the last did not survive. */
  async rough(): Promise<Talk> {
    if (!this.spare?.usable) {
      this.leaveRough();
      this.spare = await this.again();
    }
    return this.spare as Talk;
  }

  /** Whether the server still answers where the conversation may be spoilt. */
  get isRoughUsable(): boolean {
    return this.spare?.isAnswering ?? true;
  }

  /** The next one that asks roughly does so in a new conversation. */
  leaveRough(): void {
    void this.spare?.port.close();
    this.spare = undefined;
  }

  /** An ordinary request, in a conversation of its own and after a moment in which nothing was asked. */
  async plainRequest(): Promise<Exchange> {
    const talk = await this.again();
    await new Promise((resolve) => setTimeout(resolve, STAY_MS));
    return this.closing(talk, (open) => this.signOfLife(open));
  }

  /** Another connection, alive: of the stateless era, or one that a check has begun in its own way. */
  async second(): Promise<Talk> {
    const before = this.known.get('strange start') as Promise<{ talk: Talk }> | undefined;
    const talk = (await before)?.talk ?? (await this.once('second', () => this.again()));
    return talk.port.alive ? talk : this.again();
  }

  private again(): Promise<Talk> {
    return openAgain(this.launcher, this.opening, this.settings.requestMs);
  }

  /** A conversation of one's own, opened by the handshake; closed when the work is done. */
  async withOwn<T>(work: (talk: Talk) => Promise<T>): Promise<T> {
    return this.closing(await this.again(), work);
  }

  /** One on which nothing was said. */
  async withUnopened<T>(work: (talk: Talk) => Promise<T>): Promise<T> {
    return this.closing(new Talk(await this.launcher.port(), this.era, this.settings.requestMs), work);
  }

  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const before = this.known.get(name);
    if (before !== undefined) return before as Promise<T>;
    const made = make();
    this.known.set(name, made);
    return made;
  }

  private async closing<T>(talk: Talk, work: (talk: Talk) => Promise<T>): Promise<T> {
    try {
      return await work(talk);
    } finally {
      // Not awaited: who leaves slowly does not hold up the checks behind.
      void talk.port.close();
    }
  }
}

/** The result of an exchange; a check that needs it cannot go on without. */
export function resultOf(exchange: Exchange): Record<string, unknown> {
  const result = ownValue(exchange.reply, 'result');
  if (isObject(result)) return result;
  throw new NotTestable(`there is no result to judge: ${whatCame(exchange)}`, exchange);
}

/** The answer, of either kind. */
export function replyOf(exchange: Exchange): Record<string, unknown> {
  if (exchange.reply !== undefined) return exchange.reply;
  throw new NotTestable(`the server gave no answer: ${whatCame(exchange)}`, exchange);
}

export function errorOf(exchange: Exchange): Record<string, unknown> | undefined {
  const error = ownValue(exchange.reply, 'error');
  return isObject(error) ? error : undefined;
}

export function whatCame(exchange: Exchange): string {
  const error = errorOf(exchange);
  if (error !== undefined) return `error ${String(error.code)}`;
  if (exchange.reply !== undefined) return 'an answer without a result';
  const status = exchange.http === undefined ? '' : `HTTP ${exchange.http.status}, `;
  return `${status}${exchange.silence ?? 'nothing'}`;
}

/** Over which something is judged, where there is any. */
export function needSome<T>(items: readonly T[], none: string): readonly T[] {
  if (items.length === 0) throw new NotApplicable(none);
  return items;
}
