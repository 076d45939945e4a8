/**
 * The same echo tests with other tools, installed into a cache. They are measured as they come; a tool
 * that cannot be installed or does not pass is named and left out.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Peer } from './goals/measured.js';
import { type Command, measure, table } from './measure.js';
import { peakOf } from './peak-of.js';
import { type Subject, writeSuite } from './suites.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const PACKAGES = [
  'mcp-aegis@1.0.18',
  'mcp-autotest@0.2.1',
  '@blackwell-systems/mcp-assert@0.12.3',
  '@modelcontextprotocol/inspector',
  'promptfoo',
];

export async function peers(subjects: Subject[], work: string, rounds: number): Promise<Peer[]> {
  const subject = subjects.find(({ name }) => name === 'everything')!;
  const cache = process.env.MCPTEST_BENCH_CACHE ?? join(homedir(), '.cache', 'mcptest-bench');
  install(cache);
  const bin = (name: string) => join(cache, 'node_modules', '.bin', name);
  const hello = await handshake(subject.argv);
  const cli = join(here, '..', 'dist', 'cli.js');
  const commands: Command[] = [];
  for (const tests of [1, 50]) {
    const raw = join(here, 'raw-client.mjs');
    const args = JSON.stringify(subject.args);
    commands.push(
      {
        name: `raw client ${tests}`,
        argv: [process.execPath, raw, `${tests}`, subject.tool, args, '--', ...subject.argv],
      },
      {
        name: `mcptest ${tests}`,
        argv: [process.execPath, cli, 'run', writeSuite(work, subject, tests), '--workspace', work],
      },
      { name: `mcp-aegis ${tests}`, argv: [bin('mcp-aegis'), ...aegis(work, subject, tests)] },
      {
        name: `mcp-autotest ${tests}`,
        argv: [bin('mcp-autotest'), ...autotest(work, subject, tests, hello)],
      },
      { name: `mcp-assert ${tests}`, argv: [bin('mcp-assert'), ...assert(work, subject, tests)] },
      {
        name: `promptfoo, its own echo and no server ${tests}`,
        argv: [bin('promptfoo'), ...promptfoo(work, tests)],
        env: { PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1', PROMPTFOO_CONFIG_DIR: work },
      },
    );
  }
  // It makes one call and has no tests.
  commands.push({ name: 'inspector --cli 1', argv: [bin('mcp-inspector'), ...inspector(subject)] });
  const working: Command[] = [];
  for (const command of commands) {
    await measure([command], 0).then(
      () => working.push(command),
      (error: Error) => console.log(`left out: ${error.message.slice(0, 300)}`),
    );
  }
  const times = await measure(working, Math.min(rounds, 5));
  const found: Peer[] = [];
  for (const command of working) {
    const { name, exit } = times.get(command.name)!;
    const floor = times.get(`raw client ${name.split(' ').at(-1)}`)!.exit;
    found.push({ name, exit_ms: exit, ratio: exit / floor, peak_mb: await peakOf(command) });
  }
  const rows = found.map(({ name, exit_ms, ratio, peak_mb }) => [
    name,
    exit_ms.toFixed(0),
    ratio.toFixed(2),
    peak_mb?.toFixed(0) ?? '',
  ]);
  console.log('\nPeers, echo on server-everything over stdio');
  console.log(table([['tool, tests', 'exit ms', 'ratio to raw client', 'peak MB with the server'], ...rows]));
  return found;
}

function install(cache: string): void {
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, 'package.json')))
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
  for (const name of PACKAGES) {
    const folder = name.replace(/(?<=.)@[\d.]+$/, '');
    if (existsSync(join(cache, 'node_modules', folder, 'package.json'))) continue;
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: cache, stdio: 'ignore' });
    } catch {
      console.log(`left out: ${name} cannot be installed`);
    }
  }
  // One of them ships its binary without the execute bit.
  const scope = join(cache, 'node_modules', '@strowk');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, name, 'bin');
    for (const file of existsSync(folder) ? readdirSync(folder) : []) chmodSync(join(folder, file), 0o755);
  }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '0' } },
};

/** What the server answers to `initialize`: one peer compares it word by word. */
function handshake(argv: string[]): Promise<unknown> {
  return new Promise((done) => {
    const child = spawn(argv[0]!, argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (!text.includes('\n')) return;
      child.kill('SIGKILL');
      done(JSON.parse(text.slice(0, text.indexOf('\n'))));
    });
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  });
}

function call(subject: Subject, id: number | string) {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: subject.tool, arguments: subject.args },
  };
}

const ANSWER = { content: [{ type: 'text', text: 'Echo: hello' }] };

function aegis(work: string, subject: Subject, tests: number): string[] {
  const config = join(work, 'aegis.config.json');
  const [command, ...args] = subject.argv;
  writeFileSync(config, JSON.stringify({ name: 'subject', command, args }));
  const file = join(work, `aegis-${tests}.test.mcp.yml`);
  const cases = Array.from({ length: tests }, (_, n) => {
    const id = `t${n + 1}`;
    return {
      it: `call ${n + 1}`,
      request: call(subject, id),
      expect: { response: { jsonrpc: '2.0', id, result: ANSWER } },
    };
  });
  writeFileSync(file, JSON.stringify({ description: 'echo', tests: cases }));
  return [file, '--config', config];
}

function autotest(work: string, subject: Subject, tests: number, hello: unknown): string[] {
  const folder = join(work, `autotest-${tests}`);
  mkdirSync(folder, { recursive: true });
  const cases = [
    { case: 'initialize', in: INITIALIZE, out: hello },
    ...Array.from({ length: tests }, (_, n) => ({
      case: `call ${n + 1}`,
      in: call(subject, n + 1),
      out: { jsonrpc: '2.0', id: n + 1, result: ANSWER },
    })),
  ];
  writeFileSync(join(folder, 'echo_test.yaml'), cases.map((one) => JSON.stringify(one)).join('\n---\n'));
  return ['run', folder, '--', ...subject.argv];
}

function assert(work: string, subject: Subject, tests: number): string[] {
  const folder = join(work, `assert-${tests}`);
  mkdirSync(folder, { recursive: true });
  const [command, ...args] = subject.argv;
  for (let n = 1; n <= tests; n++) {
    writeFileSync(
      join(folder, `call-${n}.yaml`),
      JSON.stringify({
        name: `call ${n}`,
        server: { command, args },
        assert: { tool: subject.tool, args: subject.args, expect: { not_error: true, contains: ['hello'] } },
      }),
    );
  }
  return ['run', '--suite', folder];
}

function inspector({ argv, tool, args }: Subject): string[] {
  const given = Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
  return ['--cli', ...argv, '--method', 'tools/call', '--tool-name', tool, ...given];
}

function promptfoo(work: string, tests: number): string[] {
  const config = join(work, `promptfoo-${tests}.json`);
  const cases = Array.from({ length: tests }, () => ({
    vars: { message: 'hello' },
    assert: [{ type: 'contains', value: 'hello' }],
  }));
  writeFileSync(config, JSON.stringify({ prompts: ['{{message}}'], providers: ['echo'], tests: cases }));
  return ['eval', '-c', config, '--no-cache', '--no-write', '--no-table'];
}
