/**
 * A model on loopback: a program that speaks to Anthropic, OpenAI or Gemini is answered by one of the built-in drivers.
 * It writes down how the program presented the tools. What a program asks beside its task (titles, summaries, tokens,
 * models) is answered plainly, and moves nothing.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolDef } from '../../types/catalog.js';
import type { Driver, DriverTool, Turn } from '../../types/driver.js';
import { isObject } from '../../util/plain.js';
import { anthropic } from './anthropic.js';
import {
  sendJson,
  sendTurn,
  type WireCall,
  type WireFormat,
  type WireRequest,
  type WireTool,
  type WireTurn,
} from './format.js';
import { gemini } from './gemini.js';
import { callId, conversationOf, isAbout } from './history.js';
import { knownTools } from './known-tools.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';

const FORMATS: readonly WireFormat[] = [anthropic, openaiChat, openaiResponses, gemini];
const HOST = '127.0.0.1';
const MOST_BYTES = 256 * 1024 * 1024;
/** A conversation of our own length; a program that asks for ever is stopped by its deadline. */
const TURN_MS = 60_000;
const PLAIN_ANSWER = 'OK';

export interface LoopbackInit {
  driver: Driver;
  /** What the program was asked. */
  prompt: string;
  /** Server name → the tools that the program has seen by now. */
  catalog(): Readonly<Record<string, readonly ToolDef[]>>;
  /** A socket beside the port, for who has a loopback of its own. */
  socket?: string;
}

export interface LoopbackModel {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  port: number;
  /** What the program has for a key; nobody else is answered. */
  key: string;
  seen: LoopbackSeen;
  close(): Promise<void>;
}

/** What was asked of the model. */
export interface LoopbackSeen {
  /** Requests about the task. */
  asked: number;
  /** Requests about anything else. */
  aside: number;
  /** In order, each turn once. */
  turns: Turn[];
  /** `server.tool` → as it was presented last: a server that ended takes its tools with it. */
  tools: Map<string, WireTool>;
  /** What the model wanted to call and was not offered. */
  missing: Set<string>;
}

export async function serveLoopback(init: LoopbackInit): Promise<LoopbackModel> {
  const model = new Loopback(init);
  const servers: Server[] = [];
  const listen = async (where: { port: number; host: string } | { path: string }): Promise<Server> => {
    const server = createServer((request, response) => void model.answer(request, response));
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(where, resolve);
    });
    return server;
  };
  const { port } = (await listen({ port: 0, host: HOST })).address() as AddressInfo;
  if (init.socket !== undefined) await listen({ path: init.socket });
  return {
    url: `http://${HOST}:${port}`,
    port,
    key: model.key,
    seen: model.seen,
    close: async () => {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}

class Loopback {
  readonly key = `mcptest-${randomBytes(12).toString('hex')}`;
  readonly seen: LoopbackSeen = { asked: 0, aside: 0, turns: [], tools: new Map(), missing: new Set() };

  constructor(private readonly init: LoopbackInit) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
      if (!this.#isOurs(request, searchParams)) return sendJson(response, 401, failure('a wrong key'));
      if (request.method !== 'POST') return this.#tell(pathname, response);
      const body = await readJson(request);
      const format = FORMATS.find(({ path }) => path.test(pathname));
      if (format !== undefined) return await this.#take(format, format.read(body, pathname), response);
      if (/count_tokens$|:countTokens$/.test(pathname))
        return sendJson(response, 200, { input_tokens: 1, totalTokens: 1 });
      sendJson(response, 404, failure(`nothing at ${pathname}`));
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, failure((error as Error).message));
    }
  }

  #isOurs({ headers }: IncomingMessage, query: URLSearchParams): boolean {
    const brought = [
      headers.authorization?.replace(/^Bearer /i, ''),
      headers['x-api-key'],
      headers['x-goog-api-key'],
      query.get('key'),
    ];
    return brought.includes(this.key);
  }

  #tell(pathname: string, response: ServerResponse): void {
    const id = this.init.driver.model;
    const card = { id, object: 'model', type: 'model', display_name: id, created: 1, owned_by: 'mcptest' };
    const isList = pathname.endsWith('/models');
    sendJson(response, 200, isList ? { object: 'list', data: [card], models: [], has_more: false } : {});
  }

  async #take(format: WireFormat, request: WireRequest, response: ServerResponse): Promise<void> {
    const { prompt } = this.init;
    const isTask = request.tools.length > 0 && isAbout(prompt, request.messages);
    const turn = isTask ? await this.#turn(request) : await this.#plainTurn(request);
    sendTurn(response, format, turn, request.stream);
  }

  async #turn(request: WireRequest): Promise<WireTurn> {
    const { driver, prompt, catalog } = this.init;
    const { seen } = this;
    seen.asked += 1;
    const tools = knownTools(request.tools, catalog());
    for (const [id, tool] of tools) seen.tools.set(id, tool);
    const conversation = conversationOf(prompt, request.messages);
    const played = conversation.filter(({ role }) => role === 'assistant').length;
    const outcome = await driver.turn(conversation, {
      tools: offered(request, tools, driver),
      system: request.system,
      timeout_ms: TURN_MS,
    });
    if (!('turn' in outcome)) throw new Error(outcome.failure.message);
    const { turn } = outcome;
    seen.turns[played] = turn;
    return {
      ...plainParts(request, `mcptest_${seen.asked}`),
      ...(turn.text !== undefined && { text: turn.text }),
      calls: turn.calls.map(({ tool, args }, index) => ({
        id: callId(played, index),
        ...this.#called(tool, args, tools.get(tool) ?? request.tools.find(({ name }) => name === tool)),
      })),
      usage: turn.usage ?? NOTHING,
      finish: turn.finish,
    };
  }

  /** A call of a tool that is not there is made all the same: what the program makes of it is its own. */
  #called(tool: string, args: unknown, found: WireTool | undefined): WireCall {
    if (found === undefined) this.seen.missing.add(tool);
    const { name, namespace } = found ?? { name: tool };
    return namespace === undefined ? { name, args } : { name, namespace, args };
  }

  async #plainTurn(request: WireRequest): Promise<WireTurn> {
    this.seen.aside += 1;
    const text = isObject(request.schema) ? await jsonOf(request.schema) : PLAIN_ANSWER;
    return { ...plainParts(request, `mcptest_aside_${this.seen.aside}`), text };
  }
}

const NOTHING = { input: 1, output: 1, total: 2 };

function plainParts({ model }: WireRequest, id: string): Omit<WireTurn, 'text'> {
  return { id, model, calls: [], usage: NOTHING, finish: 'stop' };
}

/** A script may also call what the program has of its own; the lexical driver chooses among the servers' tools. */
function offered(request: WireRequest, known: Map<string, WireTool>, driver: Driver): DriverTool[] {
  const entries: [string, WireTool][] = [...known];
  const own = new Set(known.values());
  if (driver.provider === 'scripted')
    entries.push(
      ...request.tools.filter((tool) => !own.has(tool)).map((tool): [string, WireTool] => [tool.name, tool]),
    );
  return entries.map(([id, { description, schema }]) => ({
    id,
    name: id,
    ...(description !== undefined && { description }),
    inputSchema: schema ?? { type: 'object' },
  }));
}

async function jsonOf(schema: Record<string, unknown>): Promise<string> {
  const { synthesize } = await import('../../json-schema/synthesize.js');
  return JSON.stringify(synthesize(schema)?.value ?? {});
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) throw new Error('the request is too large');
    chunks.push(chunk as Buffer);
  }
  const value: unknown = JSON.parse((await decoded(Buffer.concat(chunks), request)).toString('utf8') || '{}');
  if (!isObject(value)) throw new Error('the request must be an object');
  return value;
}

async function decoded(bytes: Buffer, { headers }: IncomingMessage): Promise<Buffer> {
  const coding = headers['content-encoding'];
  if (coding === undefined || coding === 'identity') return bytes;
  const zlib = await import('node:zlib');
  if (coding === 'gzip') return zlib.gunzipSync(bytes);
  if (coding === 'br') return zlib.brotliDecompressSync(bytes);
  throw new Error(`the coding ${coding} is not read`);
}

function failure(message: string) {
  return { type: 'error', error: { type: 'invalid_request_error', message, code: 400 } };
}
