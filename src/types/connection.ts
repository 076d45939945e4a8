/**
 * The port between `client/` and everything that talks to a server. A request never throws for what a
 * server does: whatever happened comes back as a `Reply`, so that it can be judged and written down.
 */
import type { ToolDef } from './catalog.js';

/** The handshake era: `legacy` opens with `initialize`, `modern` (2026-07-28) is stateless. */
export type Era = 'legacy' | 'modern';

export type TransportKind = 'stdio' | 'http' | 'sse';

/** A login with the OAuth grant `client_credentials`: for machines, nobody has to click. */
export interface OauthSpec {
  grant: 'client_credentials';
  client_id?: string;
  client_id_env?: string;
  client_secret_env: string;
  /** Found by the server's metadata when absent. */
  token_url?: string;
  scope?: string;
  /** What the token is for; the server's URL when absent. */
  resource?: string;
}

/** One scripted answer; it is given when all of `when` hold of the request's parameters. */
interface ScriptedAnswer {
  /** Target → matcher in the one spelling, over the parameters: `message`, `messages[0].content.text`. */
  when?: Record<string, Record<string, unknown>>;
}

export interface ElicitationAnswer extends ScriptedAnswer {
  mode: 'form' | 'url';
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

export interface SamplingAnswer extends ScriptedAnswer {
  content: unknown;
  model: string;
  stop_reason: string;
}

/** What we say when a server asks us. A list that is there declares the capability. */
export interface Answers {
  elicitation?: ElicitationAnswer[];
  sampling?: SamplingAnswer[];
  roots?: { uri: string; name?: string }[];
}

/** How a server is reached; everything is already interpolated. */
export interface ServerSpec {
  name: string;
  /** stdio: the argument vector, never a shell line. */
  command?: string[];
  /** Streamable HTTP endpoint. */
  url?: string;
  /** Beside `url`: a process that serves it, started and torn down by us. */
  start?: string[];
  /** Extra environment of the child. */
  env?: Record<string, string>;
  /** Names that the child inherits from our environment. */
  pass_env?: string[];
  /** Absolute working directory of the child. */
  cwd: string;
  headers?: Record<string, string>;
  auth?: { bearer_token_env: string; oauth?: undefined } | { bearer_token_env?: undefined; oauth: OauthSpec };
  /** `auto`, `legacy`, `modern`, or a revision such as `2025-06-18`. */
  protocol: string;
  startup_timeout_ms: number;
  request_timeout_ms: number;
  shutdown_grace_ms: number;
  isolate: 'suite' | 'test';
  /** The largest message that is accepted from the server. */
  max_message_bytes?: number;
  answers?: Answers;
  /** Agents are shown these tools in place of those that the server lists; calls go to the server all the same. */
  offered?: ToolDef[];
}

/** What was learnt while connecting. */
export interface ConnectionInfo {
  transport: TransportKind;
  era: Era;
  protocol_version: string;
  server_info?: Record<string, unknown>;
  capabilities: Record<string, unknown>;
  instructions?: string;
  /** How we authenticate. Never a value. */
  auth: 'none' | 'bearer' | 'oauth';
}

/** Something the server did that the protocol does not allow, seen while talking to it. */
export interface Fault {
  /** Stable code, e.g. `stdout-noise`, `unmatched-id`, `duplicate-id`, `cursor-repeats`. */
  code: string;
  message: string;
  /** How often it was seen; further ones only raise the count. */
  count: number;
  /** Where in which answer it stands, for what is told place by place. */
  place?: { method: string; tool?: string; pointer: string };
}

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

export interface ProgressNote {
  progress: number;
  total?: number;
  message?: string;
}

/** A notification that came while a request was open. */
export interface Notice {
  method: string;
  params?: unknown;
  /** How many of a flood of the same `list_changed` this one stands for, when more than one. */
  count?: number;
}

interface Seen {
  duration_ms: number;
  progress: ProgressNote[];
  /** There when they were asked for. */
  notifications?: Notice[];
  /** What a test sees besides, by the root of its targets: `task`, `logs`, `app`. */
  also?: Record<string, unknown>;
}

/** What became of one request. */
export type Reply =
  | ({ kind: 'result'; result: unknown } & Seen)
  /** `http_status` where the error came with a status that says that the server, or a proxy, is broken. */
  | ({ kind: 'error'; error: RpcError; http_status?: number } & Seen)
  /** The deadline passed on a live connection. */
  | ({ kind: 'timeout'; message: string } & Seen)
  /** The server went away while the request was pending; the message says how, `stderr` what it wrote last. */
  | ({ kind: 'died'; message: string; stderr?: string[] } & Seen)
  /** An answer came that is not a valid response (both or neither of result and error, HTML, bad JSON). */
  | ({ kind: 'invalid'; message: string } & Seen)
  /** HTTP 401 or 403. */
  | ({ kind: 'unauthorized'; message: string } & Seen)
  /** HTTP 429 or 503, again after the wait that the server asked for or with none that fits the deadline. */
  | ({ kind: 'busy'; message: string } & Seen)
  /** We cancelled it before an answer came, as we were told to. */
  | ({ kind: 'cancelled'; message: string } & Seen);

export interface RequestOptions {
  timeout_ms?: number;
  signal?: AbortSignal;
  /** Ask the server for progress notifications. */
  progress?: boolean;
  /** Keep the notifications that come meanwhile, and give those right behind the answer a moment. */
  notifications?: boolean;
  /** Cancel the request when this time is over and no answer is there. */
  cancel_after_ms?: number;
  /** W3C trace context for the request's `_meta`, so that spans of the server join ours. */
  traceparent?: string;
  /** With `notifications`: wait so long behind the answer for one of this method. */
  wait_for?: { method: string; ms: number };
  /** Told of each notification as it comes, with `notifications`. */
  onNotice?: (notice: Notice) => void;
  /** Extensions that we declare with this request, in the stateless era. */
  extensions?: readonly string[];
  /** The answer as it came: questions of the server in it are not answered, its shape is not held to clients. */
  as_is?: boolean;
}

/** All pages of a list method joined. `fault` says why the walk ended early; what was seen is kept. */
export interface Listing {
  items: Record<string, unknown>[];
  pages: number;
  /** How many items came with the first page, where there were several. */
  first_page?: number;
  /** Of several pages: the largest cursor in bytes, and how the walk went wrong. */
  paging?: { cursor_bytes: number; broken?: 'repeats' | 'endless' };
  fault?: string;
  /** Entries that are no objects, and are not among the items. */
  unreadable?: { pointer: string; message: string }[];
  /** Set when the first page itself did not come. */
  failed?: Reply;
  /** Tools that clients must not offer or call (over HTTP: a header that is not allowed). */
  left_out?: string[];
}

export type ListMethod = 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list';

/** `why`: no scripted answer fits, or the question is of a kind that we never declared. */
export type QuestionAnswer = { result: Record<string, unknown>; why?: undefined } | { why: string };

export interface Connection {
  readonly name: string;
  readonly info: ConnectionInfo;
  request(method: string, params?: Record<string, unknown>, options?: RequestOptions): Promise<Reply>;
  /** Send a notification. */
  notify?(method: string, params?: Record<string, unknown>): void;
  /** Our scripted answer to one question of the server, or why there is none. */
  answer?(method: unknown, params: unknown): Promise<QuestionAnswer>;
  /** Walk every page, guarded against cursors that repeat or never end. */
  list(method: ListMethod, options?: RequestOptions): Promise<Listing>;
  /** False once the server has gone. */
  readonly alive: boolean;
  /** The process of a server that we started. */
  readonly pid?: number;
  /** How often the server has said that one of its lists changed; absent where nobody listens. */
  readonly listChanges?: number;
  /** Protocol violations seen so far. */
  faults(): Fault[];
  /** Once it is closed: resolves when what it started is gone or told among the faults, however long it takes itself. */
  settled?(): Promise<void>;
  /** The last lines of the server's stderr, decoded, at most a few kilobytes. Raw: redact before showing. */
  stderrTail(): string;
  /** Orderly shutdown; resolves when no descendant is left. Safe to call twice. */
  close(): Promise<void>;
}
