/** An agent behind the proxy, frame by frame: what it hears of the call in a word, and then it leaves. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const PATIENCE_MS = 6000;

export async function throughProxy(child: ChildProcess, said: string): Promise<string> {
  const answers = new Map<number, (message: Answer) => void>();
  createInterface(child.stdout!).on('line', (line) => {
    const message = parsedLine(line);
    const { id } = message ?? {};
    if (message?.method === undefined && typeof id === 'number') answers.get(id)?.(message!);
  });
  const ask = (id: number, method: string, params: object): Promise<Answer | undefined> => {
    const meta = {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    send(child, { id, method, params: modern ? { ...params, ...meta } : params });
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      answers.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      child.once('exit', () => resolve(undefined));
    });
  };
  let modern = false;
  const clientInfo = { name: 'agent', version: '1' };
  const first = await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  if (first?.error !== undefined) modern = true;
  else if (first !== undefined) send(child, { method: 'notifications/initialized' });
  const call =
    first === undefined ? undefined : await ask(2, 'tools/call', { name: 'echo', arguments: { text: said } });
  child.stdin?.end();
  if (call === undefined) return 'silent';
  if (call.error !== undefined) return 'error';
  return JSON.stringify(call.result ?? null).includes(said) ? 'answered' : 'other answer';
}

interface Answer {
  id?: unknown;
  method?: string;
  result?: unknown;
  error?: unknown;
}

function send(child: ChildProcess, message: object): void {
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function parsedLine(line: string): Answer | undefined {
  try {
    const value = JSON.parse(line);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
