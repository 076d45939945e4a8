/** What the official clients from npm make of an answer: the yardstick for our own rules of shape. */

import { setImmediate } from 'node:timers/promises';
import { Client as ClientTwo } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator as ValidatorTwo } from '@modelcontextprotocol/client/validators/ajv';
import { Client as ClientOne } from '@modelcontextprotocol/sdk/client/index.js';
import { AjvJsonSchemaValidator as ValidatorOne } from '@modelcontextprotocol/sdk/validation/ajv';

export type Line = '1.x' | '2.x';
export type Answers = Record<string, unknown>;

export const META = { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1' } };

/** Enough of both clients to ask with. */
interface Asker {
  onerror?: (error: Error) => void;
  connect(transport: never): Promise<void>;
  listTools(): Promise<unknown>;
  listResources(): Promise<unknown>;
  listResourceTemplates(): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  callTool(params: { name: string; arguments: object }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string }): Promise<unknown>;
}

const ASK: Record<string, (client: Asker) => Promise<unknown>> = {
  initialize: async () => undefined,
  'server/discover': async () => undefined,
  'tools/list': (client) => client.listTools(),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'prompts/list': (client) => client.listPrompts(),
  'tools/call': (client) => client.callTool({ name: 'one', arguments: {} }),
  'resources/read': (client) => client.readResource({ uri: 'a://b' }),
  'prompts/get': (client) => client.getPrompt({ name: 'one' }),
};

/** Undefined when the client takes the answer, else its own words. */
export async function refusalBy(
  line: Line,
  era: 'legacy' | 'modern',
  method: string,
  answers: Answers,
): Promise<string | undefined> {
  try {
    await ask(line, era, method, answers);
    return undefined;
  } catch (error) {
    return String((error as Error).message);
  }
}

async function ask(line: Line, era: 'legacy' | 'modern', method: string, answers: Answers): Promise<void> {
  const client = makeClient(line, era);
  // An answer that is no message at all is dropped, told here, and then waited for.
  const dropped = new Promise<never>((_, reject) => {
    client.onerror = reject;
  });
  const asked = client.connect(memory(answers) as never).then(() => ASK[method]?.(client));
  await Promise.race([asked, dropped, idle(method)]);
}

/** All happens in memory: whoever has nothing to do for so many turns waits for what never comes. */
async function idle(method: string): Promise<never> {
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
  throw new Error(`it waits for ever for an answer to ${method}`);
}

/** Making a validator is slow, so that one serves for all clients of a line. */
const VALIDATORS = { '1.x': new ValidatorOne(), '2.x': new ValidatorTwo() };

function makeClient(line: Line, era: 'legacy' | 'modern'): Asker {
  const info = { name: 'yardstick', version: '1' };
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const jsonSchemaValidator = VALIDATORS[line] as never;
  const client =
    line === '1.x'
      ? new ClientOne(info, { jsonSchemaValidator })
      : new ClientTwo(info, { versionNegotiation: { mode } as never, jsonSchemaValidator });
  return client as unknown as Asker;
}

interface Message {
  id?: number;
  method?: string;
}

/** A transport that answers each method with what stands in the table. */
function memory(answers: Answers) {
  const asked = new Set<string>();
  const transport = {
    onmessage: undefined as ((message: unknown) => void) | undefined,
    start: async () => undefined,
    close: async () => undefined,
    send: async ({ id, method = '' }: Message) => {
      if (id === undefined) return;
      // Clients of 2.x walk the pages by themselves; the second is the last.
      const again = asked.has(method);
      asked.add(method);
      const result = again ? lastPage(answers[method]) : answers[method];
      const answer = Object.hasOwn(answers, method)
        ? { result }
        : { error: { code: -32601, message: 'unknown method' } };
      queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, ...answer }));
    },
  };
  return transport;
}

function lastPage(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  const { nextCursor: _, ...rest } = result as Record<string, unknown>;
  return rest;
}
