/** Faults, distractors and latency where agent and server both speak HTTP. */
import { setTimeout as wait } from 'node:timers/promises';
import { readWhole } from './http-bodies.js';
import type { Passing } from './http-to-http.js';
import type { AgentVerdict, Injector } from './injections.js';
import { parsedLine } from './lines.js';

/** The injector of each client. */
export class HttpInjections {
  readonly #injectors = new Map<number, Injector>();

  constructor(private readonly create: () => Injector) {}

  of(client: number): Injector {
    const found = this.#injectors.get(client) ?? this.create();
    this.#injectors.set(client, found);
    return found;
  }
}

export async function injectHttp(
  pass: Passing,
  injections: HttpInjections,
  forward: (pass: Passing) => Promise<void>,
): Promise<void> {
  const { request, client, proxy } = pass;
  const injector = injections.of(client);
  const body = await readWhole(request);
  proxy.recording.frame('agent', body, { client });
  const message = parsedLine(body);
  const verdict = injector.fromAgent(message);
  if (verdict?.fault !== undefined) proxy.recording.note({ fault: verdict.fault, id: verdict.id, client });
  if (verdict !== undefined && verdict.delay_ms === undefined) return answer(pass, verdict);
  const lateMs = injector.latency_ms + (verdict?.delay_ms ?? 0);
  if (lateMs > 0) await wait(lateMs);
  const isList = (message as { method?: unknown } | undefined)?.method === 'tools/list';
  await forward(
    isList ? { ...pass, body, change: (whole) => changeList(pass, injector, whole) } : { ...pass, body },
  );
}

function answer({ request, response, client, proxy }: Passing, verdict: AgentVerdict): void {
  const text = verdict.reply === undefined ? verdict.raw : JSON.stringify(verdict.reply);
  if (verdict.disconnect) request.socket.destroy();
  // A silent one is held open until the agent gives up.
  if (text === undefined) return;
  proxy.recording.frame('proxy', Buffer.from(text), { client });
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function changeList(
  { client, proxy }: Passing,
  injector: Injector,
  { type, body }: { type: string; body: Buffer },
): Buffer {
  const { recording } = proxy;
  const change = (bytes: Buffer): Buffer => {
    const own = injector.fromServer(parsedLine(bytes));
    if (own === undefined) {
      recording.frame('server', bytes, { client });
      return bytes;
    }
    const text = Buffer.from(JSON.stringify(own.message));
    recording.frame('server', bytes, { client, hidden: true });
    recording.note({ distractors: own.distractors });
    recording.frame('proxy', text, { client });
    return text;
  };
  if (!/^text\/event-stream\b/i.test(type)) return change(body);
  const events = body.toString('utf8').split(/(\r?\n\r?\n)/);
  return Buffer.from(events.map((event) => changeEvent(event, change)).join(''));
}

/** The data of one event changed, all other fields as they were. */
function changeEvent(event: string, change: (bytes: Buffer) => Buffer): string {
  const lines = event.split(/\r?\n/);
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''));
  if (data.length === 0) return event;
  const own = change(Buffer.from(data.join('\n'))).toString('utf8');
  const rest = lines.filter((line) => !line.startsWith('data:'));
  return [...rest, `data: ${own}`].join('\n');
}
