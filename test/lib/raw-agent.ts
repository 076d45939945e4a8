/** The smallest agent: it starts a stdio server, writes bytes, and keeps every byte that it sent and got. */
import { type ChildProcess, spawn } from 'node:child_process';

interface Message {
  id?: unknown;
  method?: string;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
  params?: Record<string, unknown>;
}

export class RawAgent {
  readonly child: ChildProcess;
  readonly messages: Message[] = [];
  readonly exited: Promise<number | null>;
  readonly #got: Buffer[] = [];
  readonly #sent: Buffer[] = [];
  readonly #errors: Buffer[] = [];
  #rest: Buffer[] = [];
  #waiting = new Map<string, (message: Message) => void>();
  #ids = 0;

  constructor(
    argv: readonly string[],
    options: { env?: NodeJS.ProcessEnv; cwd?: string; detached?: boolean } = {},
  ) {
    const [program = '', ...args] = argv;
    this.child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    this.child.stderr?.on('data', (chunk: Buffer) => this.#errors.push(chunk));
    this.child.stdin?.on('error', () => {});
    this.exited = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  get got(): Buffer {
    return Buffer.concat(this.#got);
  }

  get sent(): Buffer {
    return Buffer.concat(this.#sent);
  }

  get errors(): string {
    return Buffer.concat(this.#errors).toString('utf8');
  }

  write(bytes: string | Buffer): void {
    const buffer = Buffer.from(bytes as string);
    this.#sent.push(buffer);
    this.child.stdin?.write(buffer);
  }

  /** Resolves with the answer to this id. */
  answer(id: unknown): Promise<Message> {
    const found = this.messages.find((one) => one.method === undefined && one.id === id);
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => this.#waiting.set(JSON.stringify(id), resolve));
  }

  request(method: string, params?: Record<string, unknown>): Promise<Message> {
    this.#ids += 1;
    const id = this.#ids;
    const answered = this.answer(id);
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  }

  async handshake(): Promise<void> {
    const clientInfo = { name: 'raw-agent', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  end(): Promise<number | null> {
    this.child.stdin?.end();
    return this.exited;
  }

  #take(chunk: Buffer): void {
    this.#got.push(chunk);
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...this.#rest, chunk.subarray(from, at)]);
      this.#rest = [];
      from = at + 1;
      this.#hear(line.toString('utf8'));
    }
    if (from < chunk.length) this.#rest.push(chunk.subarray(from));
  }

  #hear(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      return;
    }
    this.messages.push(message);
    if (message.method !== undefined) return;
    const key = JSON.stringify(message.id);
    this.#waiting.get(key)?.(message);
    this.#waiting.delete(key);
  }
}
