/** A mock server in its one spelling: what it lists, and how it answers. Plain data, ready to serve. */

import type { ToolDef } from '../types/catalog.js';
import type { ProgressNote, RpcError } from '../types/connection.js';
import type { FaultKind, FaultTurn } from '../types/fault.js';
import type { Assertion } from '../types/suite.js';
import type { List } from './changes.js';

export interface Manifest {
  name: string;
  version: string;
  instructions?: string;
  /** The eras that are spoken. */
  protocol: 'both' | 'legacy' | 'modern';
  /** Items a page of every list; absent means one page. */
  page_size?: number;
  tools: MockTool[];
  resources: MockResource[];
  resource_templates: MockResourceTemplate[];
  prompts: MockPrompt[];
  /** Tried in order. */
  faults: MockFault[];
  /** Named numbers with what they start at; answers count them, templates and conditions read them. */
  counters: Record<string, number>;
  /** Methods of the mock's own, or others in place of those that it has. */
  requests: MockRequest[];
  /** Declared as they stand. */
  extensions: Record<string, unknown>;
}

export interface MockRequest {
  method: string;
  /** The result may hold `${params.x}`. */
  reply: { result: Record<string, unknown> } | { error: RpcError };
  delay_ms: number;
}

/** What could stand for an argument. */
export interface MockCompletion {
  values: string[];
  /** By what another argument is, in place of `values`. */
  by?: { argument: string; of: Record<string, string[]> };
}

/** How a tool answers with a task. */
export interface MockTaskSupport {
  /** The tool is called as a task or not at all. */
  required: boolean;
  /** Its questions come before the task, and not while it is worked on. */
  ask_first: boolean;
  ttl_ms?: number;
  /** How often the client is told to look. */
  poll_ms: number;
}

export interface MockFault extends FaultTurn {
  method: string;
  /** Of `tools/call`: every tool when absent. */
  tool?: string;
  kind: FaultKind;
  /** How late a slow answer is. */
  delay_ms: number;
  /** What `error` says; a tool error unless told. */
  error?: RpcError;
}

export interface LogLine {
  level: string;
  data: unknown;
  logger?: string;
}

/** What the mock wants of its client before a tool answers. */
export interface MockQuestion {
  /** `${asked.NAME}` */
  as: string;
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** May hold `${args.x}`, and `${asked.x}` of an earlier round. */
  params: Record<string, unknown>;
  /** Questions of one round are asked together. */
  round: number;
  /** Left out for a client that did not declare what it takes. */
  optional: boolean;
}

export interface MockTool {
  /** As it goes over the wire. */
  def: ToolDef;
  /** Tried in order, the tool's own response last. Empty: the generic answer. */
  rules: AnswerRule[];
  ask: MockQuestion[];
  /** Lists that each call says have changed. */
  announces: List[];
  /** Resources that each call says have changed. */
  updates: string[];
  /** Notifications of any method that each call sends. */
  notifies: { method: string; params?: Record<string, unknown> }[];
  /** Absent for a tool that only answers at once. */
  task?: MockTaskSupport;
  /** Calls of any tool before this one is listed. */
  appears_after?: number;
  /** Calls of any tool after which it is gone. */
  disappears_after?: number;
  /** What it is listed as, unannounced, once the tools were listed so many times. */
  becomes?: { after: number; def: ToolDef };
}

export interface AnswerRule {
  /** All must hold; empty holds always. Targets are rooted at `{ args, call_count, counters, asked }`. */
  when: Assertion[];
  /** Each call takes the next one; the last repeats, or with `cycle` the first follows. */
  steps: Answer[];
  cycle: boolean;
}

export interface Answer {
  /** The `tools/call` result with its templates, or the JSON-RPC error. */
  reply: { result: Record<string, unknown> } | { error: RpcError };
  delay_ms: number;
  progress: ProgressNote[];
  /** What is logged to the client meanwhile. */
  log: LogLine[];
  /** Added to named counters before the templates are filled; a number or a template of one. */
  count: Record<string, unknown>;
}

export interface MockResource {
  def: Record<string, unknown> & { uri: string };
  body: { text: string } | { blob: string };
}

export interface MockResourceTemplate {
  def: Record<string, unknown> & { uriTemplate: string };
  /** May hold `${params.x}`. */
  text: string;
  /** What could stand for its variables. */
  complete: Record<string, MockCompletion>;
}

export interface MockPrompt {
  def: Record<string, unknown> & { name: string };
  required: string[];
  /** What could stand for its arguments. */
  complete: Record<string, MockCompletion>;
  ask: MockQuestion[];
  /** May hold `${args.x}` and `${asked.x}`. */
  messages: { role: string; content: unknown }[];
}
