/** What a server over stdio says first, seen with no protocol in between. The process is gone afterwards. */
import { FaultLog } from '../client/session/fault-log.js';
import { LATEST_LEGACY } from '../client/session/revisions.js';
import { type SpawnOptions, spawnServer } from '../client/stdio/server-process.js';
import type { ServerSpec } from '../types/connection.js';
import { VERSION } from '../util/version.js';

export type FirstBytes =
  | { kind: 'not-started'; code: string; message: string }
  | { kind: 'exited'; ending: string; stderr: string }
  | { kind: 'silent'; stderr: string }
  | { kind: 'closed'; stderr: string }
  /** A whole line, or as much of it as came. */
  | { kind: 'line'; text: string; whole: boolean; ms: number };

const MAX_LINE = 64 * 1024;

export async function firstBytes(
  spec: ServerSpec,
  options: SpawnOptions & { signal?: AbortSignal },
  timeoutMs: number,
): Promise<FirstBytes> {
  const spawned = await spawnServer(spec.command ?? [], spec, options);
  if (!spawned.ok) return { kind: 'not-started', code: spawned.code, message: spawned.message };
  const server = spawned.process;
  const params = {
    protocolVersion: LATEST_LEGACY,
    capabilities: {},
    clientInfo: { name: 'mcptest', version: VERSION },
  };
  const started = performance.now();
  server.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const seen = await new Promise<FirstBytes>((done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => finish(), timeoutMs);
    const stop = () => finish();
    options.signal?.addEventListener('abort', stop, { once: true });
    const finish = (ended?: 'closed' | 'exited'): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', stop);
      const text = Buffer.concat(chunks).toString('utf8');
      // Blank lines are no first word.
      const said = text.replace(/^\s*\n/, '');
      const end = said.indexOf('\n');
      const stderr = server.stderrTail();
      if (said.trim() !== '') {
        const line = end < 0 ? said : said.slice(0, end);
        done({ kind: 'line', text: line, whole: end >= 0, ms: Math.round(performance.now() - started) });
      } else if (ended === 'exited') done({ kind: 'exited', ending: server.ending ?? 'exited', stderr });
      else done({ kind: ended ?? 'silent', stderr });
    };
    server.child.stdout?.on('data', (chunk: Buffer) => {
      if (size < MAX_LINE) chunks.push(chunk);
      size += chunk.length;
      const said = () => Buffer.concat(chunks).toString('utf8').trimStart();
      if (size >= MAX_LINE || (chunk.includes(0x0a) && said().includes('\n'))) finish();
    });
    server.child.stdout?.on('end', () => {
      // A process that exits closes its output a moment earlier.
      setTimeout(() => finish(server.ending === undefined ? 'closed' : 'exited'), 300);
    });
    void server.gone.then(() => finish('exited'));
  });
  await server.stop(new FaultLog(), true);
  return seen;
}
