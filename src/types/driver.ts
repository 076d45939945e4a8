/**
 * A model behind one door: given the conversation so far and the tools, it takes one turn. Everything
 * that goes in or comes out is plain JSON, so that a cassette can hold it. A driver never throws for what
 * a provider does; it answers with a failure that says what happened.
 */
import type { JsonObject } from './json.js';

export type ProviderName =
  | 'anthropic'
  | 'openai'
  | 'google'
  | 'mistral'
  | 'openai-compatible'
  | 'scripted'
  | 'lexical';

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Input that the provider had in its cache; without it such input costs as much as other input. */
  cached_input?: number;
}

/** An entry of a suite's `models:`. */
export interface ModelEntry {
  /** By default what the prefix of `model` (or of the entry's name) says. */
  provider?: ProviderName;
  base_url?: string;
  /** The name of the variable that holds the key, never the key. */
  api_key_env?: string;
  /** The name that the provider knows; by default the entry's own name. */
  model?: string;
  /** OpenAI only: which of its two interfaces is spoken. */
  api?: 'chat' | 'responses';
  /** The most requests that may be under way at a time. */
  concurrency?: number;
  price?: Price;
}

/** A model after its name was looked up. */
export interface ModelSpec {
  /** As the suite writes it; what reports show. */
  name: string;
  provider: ProviderName;
  /** As the provider knows it. */
  model: string;
  base_url?: string;
  /** Variables that may hold the key, the first that is set counts; none: the endpoint wants no key. */
  api_key_env: string[];
  api?: 'chat' | 'responses';
  /** The most requests that may be under way at a time. */
  concurrency?: number;
  price?: Price;
}

export interface DriverTool {
  /** `server.tool`. */
  id: string;
  /** What the provider sees. */
  name: string;
  /** What it is called in a recording, where that differs: its id may hold a secret. */
  kept?: string;
  description?: string;
  inputSchema: unknown;
  /** It finds tools; a provider that searches by itself has its own in its place. */
  search?: 'bm25' | 'regex';
  /** It is there to be found by a search. */
  deferred?: true;
}

/** A search for tools that the provider made by itself. */
export interface ToolSearched {
  query: string;
  /** Names as the provider sees them. */
  found: string[];
}

export interface TurnCall {
  id: string;
  /** The name as the model wrote it, which may be none of the tools it was given. */
  tool: string;
  /** As it came; JSON that could not be read stays a string. */
  args: unknown;
}

export interface Usage {
  /** All input, cached or not. */
  input: number;
  /** All output, reasoning included. */
  output: number;
  total: number;
  /** The part of `input` that came from the provider's cache. */
  cached_input?: number;
}

export type Finish = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'error' | 'other';

/** A part of a turn that must go back to its provider as it came, such as signed or encrypted reasoning. */
export interface ReplayPart {
  kind: 'text' | 'reasoning' | 'call' | 'search';
  text?: string;
  /** What the provider asked itself, and what it answered itself. */
  search?: { id: string; tool: string; input?: unknown; result?: unknown };
  /** Index into the turn's `calls`. */
  call?: number;
  meta?: JsonObject;
}

export interface Turn {
  text?: string;
  reasoning?: string;
  calls: TurnCall[];
  /** Absent when the provider did not say. */
  usage?: Usage;
  finish: Finish;
  /** How often the request was repeated before it was answered. */
  retries?: number;
  /** Searches for tools that the provider made on the way. */
  searches?: ToolSearched[];
  /** What the provider's interface left out, such as a temperature that the model does not take. */
  warnings?: string[];
  /** For the same driver only, when the conversation goes on; of no use once it is over. */
  replay?: ReplayPart[];
}

export interface ToolAnswer {
  /** The id of the call that this answers. */
  id: string;
  /** The tool's name as the provider sees it. */
  tool: string;
  /** What the model reads. */
  text: string;
  is_error?: boolean;
}

export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; turn: Turn }
  | { role: 'tool'; results: ToolAnswer[] };

export type Conversation = readonly Message[];

/**
 * Why there is no turn. `missing-key`: the variable is not set; `unauthorized`: 401 or 403; `not-found`:
 * the provider does not know the model; `rate-limited`: 429; `quota`: no credit left; `overloaded`: 503
 * or 529; `server-error`: another 5xx; `bad-request`: another 4xx; `timeout`: no answer in time; `network`:
 * not reached or cut off; `malformed`: an answer that cannot be read; `aborted`: the caller gave up.
 */
export type FailureKind =
  | 'missing-key'
  | 'unauthorized'
  | 'not-found'
  | 'rate-limited'
  | 'quota'
  | 'overloaded'
  | 'server-error'
  | 'bad-request'
  | 'timeout'
  | 'network'
  | 'malformed'
  | 'aborted';

export interface TurnFailure {
  kind: FailureKind;
  /** A sentence for the user: the provider, the status or the variable, and what the provider said. */
  message: string;
  /** The HTTP status, when there was one. */
  status?: number;
  /** How often the request was repeated before giving up. */
  retries?: number;
}

export type TurnOutcome = { turn: Turn } | { failure: TurnFailure };

export interface TurnOptions {
  tools: readonly DriverTool[];
  /** Tools that no search has found yet, for a provider that searches by itself. */
  deferred?: readonly DriverTool[];
  system?: string;
  temperature?: number;
  max_output_tokens?: number;
  signal?: AbortSignal;
  /** For the whole turn: every attempt and every wait between them, but not the time in line for a place. */
  timeout_ms: number;
  /** Told how long the turn stood in line because others asked the same model. */
  queued?(ms: number): void;
}

export interface Driver {
  /** As the suite writes it. */
  readonly model: string;
  readonly provider: ProviderName;
  turn(conversation: Conversation, options: TurnOptions): Promise<TurnOutcome>;
}

/** One line of a `script:`. Lines that only say something join the next line that calls. */
export interface ScriptLine {
  say?: string;
  /** `server.tool`. */
  call?: string;
  args?: unknown;
  /** Several calls in one turn. */
  calls?: { call: string; args?: unknown }[];
}

export type Script = readonly ScriptLine[];

/** Time as drivers need it; tests bring their own. */
export interface Clock {
  now(): number;
  /** Resolves early when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
