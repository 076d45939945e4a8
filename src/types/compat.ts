/** What clients and model APIs do to tools: the facts, the rules that look for them, and what they come to. */
import type { Catalog, ToolDef } from './catalog.js';

/** From best to worst. */
export type CompatVerdict = 'works' | 'degraded' | 'dropped' | 'error';

/** How a fact is known: tried here, read in code or documentation, told in an issue, or told by others. */
export type Confidence = 'measured' | 'code' | 'docs' | 'issue' | 'hearsay';

export type LimitValue = string | number | boolean | readonly string[];
export type Limit = Readonly<Record<string, LimitValue>>;

export interface ClientFact {
  about: 'list' | 'names' | 'counts' | 'schema' | 'results' | 'search' | 'connection' | 'features';
  /** What the client does, as the end of a sentence that begins with its name. */
  says: string;
  /** The rule that finds tools to which it happens. */
  rule?: string;
  effect?: Exclude<CompatVerdict, 'works'>;
  limit?: Limit;
  /** One such tool takes all others down with it. */
  takes_all?: boolean;
  /** It happens only then, and a catalogue does not tell whether it is so. */
  when?: string;
  source: string;
  /** A year, or a year and a month. */
  date: string;
  confidence: Confidence;
  state?: 'outdated' | 'unproven';
}

/** How a client shows tools to the model. */
export interface ClientView {
  /** With `{server}` and `{tool}`. */
  name: string;
  namespace?: string;
  /** The server's name stands there in small letters. */
  server_lower?: boolean;
  /** The characters that stay, as the inside of a character class; others become `fill`. */
  keep?: string;
  fill?: string;
  /** Several in a row become one. */
  runs?: boolean;
  /** The prefix with its last sign is cut to so many characters. */
  prefix_max?: number;
  max?: number;
  over?: 'cut' | 'middle' | 'hash' | 'prefix' | 'leave out';
  /** Digits of the hash. */
  hash?: number;
  /** SHA-1 in hexadecimal digits unless given; FNV-1a of 32 bits in digits and letters. */
  hash_by?: 'fnv-1a';
  /** What is hashed; `name` unless given. */
  hash_of?: string;
  hash_when_changed?: boolean;
  /** `number`: a name that was cut gets a number; of others the first stays. */
  collision?: 'hash' | 'later wins' | 'number';
  /** A tool whose own name does not match is left out. */
  only?: string;
  description_max?: number;
  /** What stands behind a description that was cut. */
  description_end?: string;
  description_trim?: boolean;
  /** Texts are brought into this form of Unicode: one sign for three dots becomes three dots. */
  unicode?: 'NFKC';
  description_empty?: string;
  schema?: SchemaView;
}

export type SchemaView =
  | 'as it is'
  | 'codex'
  | 'copilot'
  | 'opencode'
  | 'gemini-cli'
  | 'goose'
  | 'qwen'
  | 'sdk'
  | 'plain'
  | 'continue'
  | 'vscode'
  | 'zed'
  | 'inlined';

export type SearchField = 'name' | 'title' | 'description' | 'property_names' | 'property_descriptions';

export interface ClientSearch {
  kinds: readonly ('bm25' | 'regex')[];
  k: number;
  fields: readonly SearchField[];
}

/** What of a result reaches the model. */
export interface ClientResults {
  structured: 'instead' | 'text' | 'beside' | 'never' | 'when empty';
  characters?: number;
  tokens?: number;
  bytes?: number;
  lines?: number;
  over?: 'cut' | 'middle' | 'file';
  content?: 'json';
}

export interface Client {
  id: string;
  name: string;
  kind: 'client' | 'api';
  /** When its facts were last looked at. */
  checked: string;
  aliases?: readonly string[];
  /** Of a user's file: the facts go over those that are known of this client. */
  corrects?: boolean;
  /** Another client inside it, whose facts about lists hold for it as well. */
  embeds?: string;
  /** Rules of the one inside that it lives with. */
  tolerates?: readonly string[];
  view?: ClientView;
  search?: ClientSearch;
  results?: ClientResults;
  facts: readonly ClientFact[];
}

/** A name as the model sees it. */
export interface PresentedName {
  name: string;
  namespace?: string;
  /** Namespace and name together, as they count against a limit. */
  full: string;
  /** How many characters it would have if nothing were cut. */
  wanted: number;
  /** A character was replaced. */
  changed: boolean;
  /** Why it is shorter than it should be, or has a hash. */
  cut: boolean;
  hashed: boolean;
  left_out: boolean;
}

export interface ToolAnswer {
  tool: string;
  result: Record<string, unknown>;
}

export interface CompatSubject {
  catalog: Catalog;
  /** The server's name in the client's settings. */
  server: string;
  /** By the place of the tool; with a client that has no view, the name of the tool. */
  names: readonly PresentedName[];
  answer?: ToolAnswer;
  countTokens?: (text: string) => number;
}

export interface CompatHit {
  /** The place of the tool in the catalogue; absent where the list as such is meant. */
  tool?: number;
  /** RFC 6901, into the tool definition. */
  pointer: string;
  /** What is so, as a clause. */
  message: string;
}

export interface CompatRule {
  id: string;
  name: string;
  since: string;
  triggers: string;
  rationale: string;
  fix: string;
  /** What a fact may say of the limit: its keys, and what each means. */
  limits: Readonly<Record<string, string>>;
  sample: {
    limit?: Limit;
    bad: ToolDef | Catalog;
    good: ToolDef | Catalog;
    answers?: [bad: object, good: object];
  };
  check(subject: CompatSubject, limit: Limit): CompatHit[];
}

export interface CompatFinding {
  rule: string;
  /** With several servers. */
  server?: string;
  /** Absent where the list as such is meant. */
  tool?: string;
  verdict: Exclude<CompatVerdict, 'works'>;
  /** Outdated, unproven, hearsay, or only under a condition: it may be so, and fails no gate. */
  maybe?: true;
  takes_all?: true;
  pointer: string;
  message: string;
  fix: string;
  limit?: Limit;
  when?: string;
  confidence: Confidence;
  date: string;
  source: string;
  state?: 'outdated' | 'unproven';
}

export interface ClientReport {
  client: string;
  name: string;
  kind: 'client' | 'api';
  verdict: CompatVerdict;
  /** Every tool, in the order of the catalogue. */
  tools: { server?: string; tool: string; verdict: CompatVerdict; because_of?: string }[];
  findings: CompatFinding[];
  search?: SearchReport;
}

/** Whether tools are found by the search of a client that defers them. */
export interface SearchReport {
  k: number;
  fields: readonly SearchField[];
  by: {
    kind: 'bm25' | 'regex';
    hits: number;
    tools: { tool: string; query: string; rank: number | null; hit: boolean }[];
  }[];
}

export interface ServerCompat {
  server: string;
  /** The name in a client's settings, on which prefixes depend, and where it is from. */
  server_name: string;
  name_from: 'option' | 'suite' | 'server' | 'assumed';
  tools: number;
  /** Why the list is not whole; what came of it was judged. */
  broken_off?: string;
}

export interface CompatReport {
  version: 1;
  verdict: CompatVerdict;
  /** Over all servers, each with the worst of them. */
  clients: ClientReport[];
  servers: ServerCompat[];
  /** Clients of which nothing is known that a catalogue could break. */
  not_judged: { client: string; name: string; kind: 'client' | 'api' }[];
  /** How old the facts are that were held against the tools; months since the newest of them. */
  facts: { count: number; oldest: string; newest: string; months: number };
}

/** A tool as a client shows it to the model. */
export interface ShownTool {
  /** As the server calls it. */
  tool: string;
  /** As the model sees it; absent where it is left out. */
  name?: string;
  namespace?: string;
  /** Why the model never sees it. */
  left_out?: string;
  description: string;
  input_schema: unknown;
  /** Constraints that never arrive, each with its place. */
  lost: string[];
  /** Names and descriptions that are not as the server sent them. */
  changed: ('name' | 'description' | 'schema')[];
  tokens: number;
}

export interface ClientShow {
  version: 1;
  client: string;
  name: string;
  server: string;
  server_name: string;
  name_from: ServerCompat['name_from'];
  /** False where nothing is known of how the client shows tools, so that they stand as they were sent. */
  known: boolean;
  /** Why none of them reaches the model: the list, or every request that carries it, fails. */
  fails?: string;
  tools: ShownTool[];
  collisions: { name: string; tools: string[] }[];
  /** What all shown tools cost, and what they cost as the server sends them. */
  tokens: { shown: number; sent: number };
  result?: ShownResult;
}

/** What of a live answer reaches the model. */
export interface ShownResult {
  tool: string;
  text: string;
  characters: number;
  /** How many characters are not shown. */
  cut: number;
  /** Types of content that are not shown. */
  lost: string[];
}

/** What `compat:` of a suite asks. */
export interface CompatAsked {
  clients?: string[];
  /** Seen from the suite. */
  clients_file?: string;
  fail_on?: 'error' | 'dropped' | 'degraded';
  server_name?: string;
}
