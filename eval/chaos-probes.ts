/**
 * `npm run eval:chaos-probes -- [FAULT…]`: conformance, fuzz and load on every fault of the chaos server, over stdio and
 * over HTTP. Each run has to come to an end by itself, with a verdict, in time, and leave no process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chaosFaults } from './lib/chaos-faults.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist/cli.js');
const folder = join(root, 'fixtures/chaos-mcp');
/** Beyond this a run hangs. The longest, which has to start a server anew for each case, takes about 50 s on a busy machine. */
const LIMIT_MS = 150_000;
/** Passed, failed, could not be judged, nothing to judge. */
const VERDICTS = [0, 1, 3, 7];
const PROBES: Record<string, string[]> = {
  conformance: ['--request-timeout', '500ms', '--allow-calls', 'echo,steps,fail'],
  fuzz: ['--request-timeout', '500ms', '--max-call-ms', '300', '--cases', '24', '--allow-writes'],
  load: ['--request-timeout', '500ms', '--for', '2s', '--calls', '50', '--concurrency', '4'],
};

const all = chaosFaults(join(folder, 'README.md'));
const wanted = process.argv.slice(2);
const faults = wanted.length > 0 ? all.filter((fault) => wanted.includes(fault)) : ['none', ...all];
let bad = 0;
let runs = 0;
let longest = { ms: 0, name: '' };
for (const fault of faults) {
  for (const transport of fault.startsWith('http-') ? ['HTTP'] : ['stdio', 'HTTP'])
    for (const probe of Object.keys(PROBES)) await one(fault, transport, probe);
}
console.log(
  `${runs} runs on ${faults.length} faults, ${bad} without a verdict; the longest took ${(longest.ms / 1000).toFixed(1)} s (${longest.name})`,
);
process.exitCode = bad === 0 ? 0 : 1;

async function one(fault: string, transport: string, probe: string): Promise<void> {
  const name = `${probe} on ${fault}, ${transport}`;
  const mark = `chaos-${process.pid}-${runs}`;
  const env = { ...process.env, CHAOS_PROBE: mark };
  const server = transport === 'HTTP' ? await overHttp(fault, env) : undefined;
  const target = server
    ? [server.url]
    : ['--pass-env', 'CHAOS_PROBE', '--', process.execPath, join(folder, 'server.mjs'), '--fault', fault];
  if (probe === 'load') target.splice(server ? 1 : 0, 0, fault === 'many-tools' ? 'tool_0_0' : 'echo');
  const began = performance.now();
  const ran = await finished([cli, probe, ...(PROBES[probe] ?? []), '--format', 'json', ...target], env);
  const ms = performance.now() - began;
  server?.child.kill();
  runs += 1;
  if (ms > longest.ms) longest = { ms, name };
  // Over HTTP the server is ours here, and so is what it leaves.
  const pids = await left(mark);
  if (server) for (const pid of pids) process.kill(pid, 'SIGKILL');
  const trouble = troubleOf(ran, server ? [] : pids);
  if (trouble.length > 0) bad += 1;
  console.log(
    `${trouble.length > 0 ? 'BAD' : 'ok '} ${ran.code} ${(ms / 1000).toFixed(1)} s ${name}${trouble.map((why) => `\n    ${why}`).join('')}`,
  );
}

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

function troubleOf({ code, stdout, stderr }: Ran, pids: number[]): string[] {
  const trouble = pids.length > 0 ? [`left behind: ${pids.join(', ')}`] : [];
  if (code === null) trouble.push(`still running after ${LIMIT_MS} ms`);
  else if (!VERDICTS.includes(code)) trouble.push(`exit code ${code}: ${stderr.slice(0, 300)}`);
  else if (!isJson(stdout) && (code !== 3 || stderr === ''))
    trouble.push(`no report: ${stderr.slice(0, 300)}`);
  return trouble;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function finished(argv: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ran = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      ran.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      ran.stderr += chunk;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, ...ran });
    });
  });
}

function overHttp(fault: string, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(folder, 'http.mjs'), '--fault', fault], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) =>
    createInterface(child.stdout).once('line', (port) =>
      resolve({ child, url: `http://127.0.0.1:${port}/mcp` }),
    ),
  );
}

/** Pids that carry the mark a second later; faults that leave a daemon on purpose are swept by mcptest. */
async function left(mark: string): Promise<number[]> {
  for (let tries = 0; ; tries += 1) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && carries(name, mark));
    if (pids.length === 0 || tries === 10) return pids.map(Number);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function carries(pid: string, mark: string): boolean {
  try {
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false;
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
  } catch {
    return false;
  }
}
