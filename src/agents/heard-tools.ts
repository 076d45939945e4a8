/** The tools that each server listed for the agent so far, read from what the recorder has written. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { ToolDef } from '../types/catalog.js';
import { isWireLine, toolsOf, WireReader } from '../wire/exchanges.js';

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

export class HeardTools {
  readonly #reader = new WireReader();
  #read = 0;
  #rest = Buffer.alloc(0);

  constructor(private readonly file: string) {}

  /** Server name → its tools; a server that was not asked is not in it. */
  now(): Record<string, ToolDef[]> {
    if (existsSync(this.file)) this.#catchUp();
    const out: Record<string, ToolDef[]> = Object.create(null);
    for (const session of this.#reader.sessions.values()) {
      const tools = toolsOf(session, 'heard');
      if (tools !== undefined) out[session.server] = tools;
    }
    return out;
  }

  #catchUp(): void {
    const handle = openSync(this.file, 'r');
    try {
      const chunk = Buffer.alloc(CHUNK);
      for (;;) {
        const size = readSync(handle, chunk, 0, CHUNK, this.#read);
        if (size === 0) return;
        this.#read += size;
        this.#take(chunk.subarray(0, size));
      }
    } finally {
      closeSync(handle);
    }
  }

  #take(chunk: Buffer): void {
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE)) {
      this.#line(bytes.toString('utf8', 0, at));
      bytes = bytes.subarray(at + 1);
    }
    this.#rest = Buffer.from(bytes);
  }

  #line(text: string): void {
    try {
      const line: unknown = JSON.parse(text);
      if (isWireLine(line)) this.#reader.add(line);
    } catch {
      // A line between two sessions may be empty.
    }
  }
}
