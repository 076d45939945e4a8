/**
 * `conformance`, `fuzz` and `load` on servers that misbehave, over both transports: each run ends by itself, with a
 * verdict. A few faults of each kind; `npm run eval:chaos-probes` runs all of them.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { chaosFaults } from '../eval/lib/chaos-faults.js';
import { chaos, mcptest, root } from './lib/cli.js';

const FLAGS = {
  conformance: ['--allow-calls', 'echo', '--only', 'C-FRAME-*,C-LIST-*,C-CALL-*'],
  fuzz: ['--tool', 'echo', '--allow-writes', '--max-call-ms', '200', '--cases', '6'],
  load: ['--for', '500ms', '--calls', '10'],
};
type Probe = keyof typeof FLAGS;

async function verdictOf(probe: Probe, target: string[]): Promise<number | null> {
  const tool = probe === 'load' ? ['echo'] : [];
  const named = target[0] === '--' ? [...tool, ...target] : [...target, ...tool];
  const flags = ['--request-timeout', '1s', '--format', 'json', ...FLAGS[probe]];
  const ran = await mcptest([probe, ...flags, ...named]);
  if (ran.code !== 3) expect(() => JSON.parse(ran.stdout)).not.toThrow();
  return ran.code;
}

describe.concurrent('over stdio', () => {
  it.each([
    ['hang-call', 'fuzz'],
    ['noise', 'conformance'],
    ['wrong-id', 'load'],
    ['endless-cursor', 'conformance'],
    ['no-newline', 'conformance'],
    ['exit-after-answer', 'load'],
    ['echo-input', 'conformance'],
    ['content-length', 'conformance'],
    ['ignore-eof', 'fuzz'],
    ['batch', 'fuzz'],
  ] as const)('%s: %s ends with a verdict', async (fault, probe) => {
    expect([0, 1, 3]).toContain(await verdictOf(probe, ['--', ...chaos(fault)]));
  });
});

describe.concurrent('over HTTP', () => {
  it.each([
    ['http-hang-body', 'conformance'],
    ['http-drip', 'load'],
    ['http-endless-stream', 'fuzz'],
    ['http-leaves', 'load'],
    ['neither-result-error', 'conformance'],
  ] as const)('%s: %s ends with a verdict', async (fault, probe) => {
    const http = [join(root, 'fixtures/chaos-mcp/http.mjs'), '--fault', fault];
    const server = spawn(process.execPath, http, { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const port = await new Promise((resolve) => createInterface(server.stdout).once('line', resolve));
      expect([0, 1, 3]).toContain(await verdictOf(probe, [`http://127.0.0.1:${port}/mcp`]));
    } finally {
      server.kill();
    }
  });
});

it('the campaign knows every fault of the server', () => {
  const folder = join(root, 'fixtures/chaos-mcp');
  const known = new Set(chaosFaults(join(folder, 'README.md')));
  for (const file of ['server.mjs', 'http.mjs']) {
    const code = readFileSync(join(folder, file), 'utf8');
    const answers = code.slice(
      code.indexOf('const ANSWERS'),
      code.indexOf('\n};', code.indexOf('const ANSWERS')),
    );
    const named = [
      ...[...code.matchAll(/fault === '([a-z0-9-]+)'/g)].map((match) => match[1]),
      ...[...answers.matchAll(/^ {2}'?([a-z0-9-]+)'?[:(]/gm)].map((match) => match[1]),
    ];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((fault) => !known.has(fault ?? ''))).toEqual([]);
  }
});
