/**
 * The port between `client/` and everything that talks to a server. A request never throws for what a
 * server does: whatever happened comes back as a `Reply`, so that it can be judged and written down.
 */

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
  /** The largest message that is read before the server is given up. */
  max_message_bytes?: number;
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

/** What became of one request. */
export type Reply =
  | { kind: 'result'; result: unknown; duration_ms: number; progress: ProgressNote[] }
  | { kind: 'error'; error: RpcError; duration_ms: number; progress: ProgressNote[] }
  /** The deadline passed on a live connection. */
  | { kind: 'timeout'; message: string; duration_ms: number; progress: ProgressNote[] }
  /** The server went away while the request was pending; the message has exit code and stderr tail. */
  | { kind: 'died'; message: string; duration_ms: number; progress: ProgressNote[] }
  /** An answer came that is not a valid response (both or neither of result and error, HTML, bad JSON). */
  | { kind: 'invalid'; message: string; duration_ms: number; progress: ProgressNote[] }
  /** HTTP 401 or 403. */
  | { kind: 'unauthorized'; message: string; duration_ms: number; progress: ProgressNote[] };

export interface RequestOptions {
  timeout_ms?: number;
  signal?: AbortSignal;
  /** Ask the server for progress notifications. */
  progress?: boolean;
}

/** All pages of a list method joined. `fault` says why the walk ended early; what was seen is kept. */
export interface Listing {
  items: Record<string, unknown>[];
  pages: number;
  fault?: string;
  /** Set when the first page itself did not come. */
  failed?: Reply;
}

export type ListMethod = 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list';

export interface Connection {
  readonly name: string;
  readonly info: ConnectionInfo;
  request(method: string, params?: Record<string, unknown>, options?: RequestOptions): Promise<Reply>;
  /** Walk every page, guarded against cursors that repeat or never end. */
  list(method: ListMethod, options?: RequestOptions): Promise<Listing>;
  /** False once the server has gone. */
  readonly alive: boolean;
  /** Protocol violations seen so far. */
  faults(): Fault[];
  /** The last lines of the server's stderr, decoded, at most a few kilobytes. Raw: redact before showing. */
  stderrTail(): string;
  /** Orderly shutdown; resolves when no descendant is left. Safe to call twice. */
  close(): Promise<void>;
}
