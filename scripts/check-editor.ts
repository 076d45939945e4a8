/**
 * `npx tsx scripts/check-editor.ts`: what an editor says and offers in a suite. Red Hat's yaml-language-server, the one in
 * VS Code and most other editors, is installed into a cache, not into the project, and asked over its own protocol.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSION = '2.0.0';
const schema = new URL('../schema/v1.json', import.meta.url).href;
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mcptest-editor');
const HEAD = `# yaml-language-server: $schema=${schema}\nservers:\n  files:\n    command: [node, server.js]\n`;
const TEST = `${HEAD}tools:\n  - name: a\n    tool: x\n    expect:\n      - `;
const SETTINGS = { validate: true, completion: true, schemaStore: { enable: false } };
const JUNK = /^property$|^object\(/;

interface Message {
  id?: number;
  method?: string;
  params?: { uri: string; diagnostics: { message: string }[]; items: { section: string }[] };
  result?: { items: { label: string }[] };
}

const server = start();
let buffer = Buffer.alloc(0);
let last = 0;
const answers = new Map<number, (message: Message) => void>();
const listeners = new Map<string, (messages: string[]) => void>();
server.stdout.on('data', (chunk: Buffer) => read(chunk));
await ask('initialize', {
  processId: process.pid,
  rootUri: null,
  capabilities: {
    textDocument: { completion: { completionItem: { snippetSupport: true } } },
    workspace: { configuration: true },
  },
});
send({ method: 'initialized', params: {} });

const wrong: string[] = [];
await says('a suite without a fault', `${TEST}result.content[0].text: { icontains: denied }\n`, undefined);
await says(
  'a mistyped matcher',
  `${TEST}result.content[0].text: { icontans: denied }\n`,
  /^There is no such matcher\..*icontains/,
);
await says('a mistyped target', `${TEST}reslt.isError: true\n`, /^There is no such target\..*result/);
await offers('keys of a suite', `${HEAD}\n`, ['tools', 'resources', 'agents', 'coverage']);
await offers('targets', TEST, ['result.content[0].text', 'result.isError', 'error.code']);
await offers('matchers', `${TEST}result.content[0].text:\n          `, [
  'exact',
  'contains',
  'regex',
  'schema',
]);
server.kill();
for (const line of wrong) console.error(`✗ ${line}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

function start() {
  const bin = join(cache, 'node_modules/yaml-language-server');
  const at = join(bin, 'package.json');
  if (!existsSync(at) || (JSON.parse(readFileSync(at, 'utf8')) as { version: string }).version !== VERSION) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', `yaml-language-server@${VERSION}`];
    const { status } = spawnSync('npm', args, { cwd: cache, stdio: 'inherit' });
    if (status !== 0) throw new Error('yaml-language-server could not be installed');
  }
  return spawn(process.execPath, [join(bin, 'bin/yaml-language-server'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

function send(message: object): void {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function ask(method: string, params: object): Promise<Message> {
  last += 1;
  const id = last;
  return new Promise((done) => {
    answers.set(id, done);
    send({ id, method, params });
  });
}

function read(chunk: Buffer): void {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, Math.max(0, end)).toString())?.[1]);
    if (end < 0 || buffer.length < end + 4 + length) return;
    const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString()) as Message;
    buffer = buffer.subarray(end + 4 + length);
    take(message);
  }
}

function take({ id, method, params, result }: Message): void {
  if (method === 'textDocument/publishDiagnostics')
    listeners.get(params?.uri ?? '')?.((params?.diagnostics ?? []).map(({ message }) => message));
  else if (id !== undefined && method !== undefined)
    send({ id, result: (params?.items ?? []).map(({ section }) => (section === 'yaml' ? SETTINGS : {})) });
  else if (id !== undefined) answers.get(id)?.({ result });
}

/** Opens a suite; the messages that stand in it once the editor has looked at it. */
function open(text: string): Promise<{ uri: string; messages: string[] }> {
  last += 1;
  const uri = `file:///suites/${last}.mcptest.yml`;
  return new Promise((done) => {
    listeners.set(uri, (messages) => done({ uri, messages }));
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    });
  });
}

async function says(what: string, text: string, expected: RegExp | undefined): Promise<void> {
  const { messages } = await open(text);
  const good = expected === undefined ? messages.length === 0 : messages.some((one) => expected.test(one));
  console.log(`${good ? '✓' : '✗'} ${what}: ${messages.join(' | ').slice(0, 100) || 'nothing'}`);
  if (!good) wrong.push(`${what} gets: ${messages.join(' | ') || 'no message'}`);
}

async function offers(what: string, text: string, expected: string[]): Promise<void> {
  const { uri } = await open(text);
  const lines = text.split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)!.length };
  const { result } = await ask('textDocument/completion', { textDocument: { uri }, position });
  const labels = (result?.items ?? []).map(({ label }) => label);
  const missing = expected.filter((label) => !labels.includes(label));
  const junk = labels.filter((label) => JUNK.test(label));
  console.log(
    `${missing.length + junk.length === 0 ? '✓' : '✗'} ${what}: ${labels.slice(0, 6).join(', ')} …`,
  );
  if (missing.length > 0) wrong.push(`${what} miss ${missing.join(', ')}`);
  if (junk.length > 0) wrong.push(`${what} have junk: ${junk.join(', ')}`);
}
