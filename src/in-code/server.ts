/** `server()`: a live server for tests in code, with the deadlines, redaction and process control of a run. */

import { judgeOutput } from '../gates/output-schema.js';
import { isRefused } from '../gates/refused-access.js';
import type { Redactor } from '../redact/redactor.js';
import { listAll } from '../target/list-all.js';
import { openTarget, type TargetInput } from '../target/target.js';
import type { ToolDef } from '../types/catalog.js';
import type { Connection, Reply, ServerSpec } from '../types/connection.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { checkLibraryOptions } from '../verbs/library-options.js';
import { type AnswerFacts, keepFacts, type ToolAnswer } from './answer.js';

/** What `mcptest types` writes: the arguments and the structured content of each tool. */
export type ToolTypes = Record<string, { args: unknown; structured: unknown }>;

/** Any tool at all, where nothing is known of the catalogue. */
export type AnyTools = Record<string, { args: Record<string, unknown>; structured: unknown }>;

export interface CallOptions {
  /** How long this request may take; the server's `request_timeout` unless told. */
  timeout_ms?: number;
  signal?: AbortSignal;
}

export interface McpServer<Tools = AnyTools> {
  /** Rejects where no answer came: the server died, the deadline passed, what came is no answer. */
  call<Name extends keyof Tools & string>(
    tool: Name,
    ...rest: RestOf<ArgsOf<Tools, Name>>
  ): Promise<ToolAnswer<StructuredOf<Tools, Name>>>;
  /** The catalogue, all pages of it. */
  tools(): Promise<ToolDef[]>;
  /** Any other method; rejects with a protocol error of the server. */
  request(method: string, params?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  /** Ends the server and all that it started; the test runner does it for you at the end. */
  close(): Promise<void>;
}

type ArgsOf<Tools, Name extends keyof Tools> = Tools[Name] extends { args: infer Args } ? Args : never;
/** Arguments can be left out where the tool requires none. */
type RestOf<Args> =
  Record<string, never> extends Args
    ? [args?: Args, options?: CallOptions]
    : [args: Args, options?: CallOptions];
type StructuredOf<Tools, Name extends keyof Tools> = Tools[Name] extends { structured: infer Content }
  ? Content
  : unknown;

export type ServerOptions = Omit<TargetInput, 'redactor'>;

/** Of handles, for fixtures that start the same server again. */
const specs = new WeakMap<object, ServerSpec>();

export function specOf(server: object): ServerSpec | undefined {
  return specs.get(server);
}

export async function openServer<Tools = AnyTools>(options: ServerOptions): Promise<McpServer<Tools>> {
  const { connection, redactor, spec } = await openTarget(checkLibraryOptions('listTools', options));
  let listed: Promise<ToolDef[]> | undefined;
  const tools = (): Promise<ToolDef[]> => {
    listed ??= listAll(connection, 'tools/list') as Promise<unknown> as Promise<ToolDef[]>;
    return listed;
  };
  const handle: McpServer<AnyTools> = {
    async call(tool, args = {}, limits = {}) {
      const reply = await connection.request('tools/call', { name: tool, arguments: args }, limits);
      const facts = reply.kind === 'result' ? await outputFacts(reply, tool, tools) : {};
      return keepFacts(answerOf(reply, { tool, connection, redactor }), redactor.value(facts));
    },
    tools: async () => redactor.value(await tools()),
    async request(method, params, limits = {}) {
      const reply = await connection.request(method, params, limits);
      if (reply.kind === 'result') return redactor.value(reply.result);
      throw noAnswer(reply, method, redactor);
    },
    close: () => connection.close(),
  };
  specs.set(handle, spec);
  return handle as unknown as McpServer<Tools>;
}

/** The promise of the `outputSchema`, judged at once: matchers need not be awaited then. */
async function outputFacts(
  reply: Reply,
  tool: string,
  tools: () => Promise<ToolDef[]>,
): Promise<AnswerFacts> {
  try {
    const def = (await tools()).find(({ name }) => name === tool);
    if (def === undefined) return { unjudged: `the catalogue of the server has no tool ${tool}` };
    if (!isObject(def.outputSchema)) return { unjudged: `the tool ${tool} declares no outputSchema` };
    const { check, note } = await judgeOutput(reply, def as unknown as Record<string, unknown>);
    return omitUndefined({ schema: check, unjudged: note });
  } catch (error) {
    return { unjudged: `the tools could not be listed: ${(error as Error).message}` };
  }
}

function answerOf(
  reply: Reply,
  { tool, connection, redactor }: { tool: string; connection: Connection; redactor: Redactor },
): ToolAnswer {
  if (reply.kind !== 'result' && reply.kind !== 'error') throw noAnswer(reply, tool, redactor);
  const { duration_ms } = reply;
  const server = connection.name;
  if (reply.kind === 'error') {
    if (isRefused(reply)) throw noAnswer(reply, tool, redactor);
    return { server, tool, error: redactor.value(reply.error), text: '', isError: false, duration_ms };
  }
  const result = redactor.value(isObject(reply.result) ? reply.result : { value: reply.result });
  return omitUndefined<ToolAnswer>({
    server,
    tool,
    result,
    text: textOf(result.content),
    structured: result.structuredContent,
    isError: result.isError === true,
    duration_ms,
  });
}

function textOf(content: unknown): string {
  const items = Array.isArray(content) ? content : [];
  return items.flatMap((item) => (typeof item?.text === 'string' ? [item.text] : [])).join('\n');
}

function noAnswer(reply: Exclude<Reply, { kind: 'result' }>, what: string, redactor: Redactor): McptestError {
  const message =
    reply.kind === 'error' ? `error ${reply.error.code}: ${reply.error.message}` : fullMessage(reply);
  return new McptestError({
    code: `call-${reply.kind}`,
    message: redactor.text(`${what}: ${message}`),
    exitCode: isRefused(reply) ? EXIT.inconclusive : EXIT.failed,
  });
}
