/** Every reader of files and bytes that others wrote, with a few good inputs of our own, and what it may throw. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCassette } from '../../../src/cassette/file.js';
import { lockOf, readLock, writeLock } from '../../../src/catalog/lock.js';
import { readCatalog } from '../../../src/catalog/read-catalog.js';
import { SseParser } from '../../../src/client/http/sse-parser.js';
import { parseJson } from '../../../src/client/session/parse-json.js';
import { LineSplitter } from '../../../src/client/stdio/line-splitter.js';
import { readServers, removeServer, setServer } from '../../../src/client-config/edit-servers.js';
import { readEnvelope } from '../../../src/envelope/read.js';
import { bundleProblems, isBundle } from '../../../src/manifest/mcpb.js';
import { serverJsonProblems } from '../../../src/manifest/server-json.js';
import { parseSnapshots } from '../../../src/match/snapshot-book.js';
import { parseManifest } from '../../../src/mock/load-manifest.js';
import { csvRows } from '../../../src/suite/cases/csv-rows.js';
import { documentRows } from '../../../src/suite/cases/document-rows.js';
import { jsonlRows } from '../../../src/suite/cases/jsonl-rows.js';
import { BadCases, type ReadRow } from '../../../src/suite/cases/rows.js';
import { parseSuite } from '../../../src/suite/parse-suite.js';
import { readTraces } from '../../../src/trace/read-traces.js';
import { McptestError } from '../../../src/util/errors.js';
import type { Random } from '../random.js';
import { root } from './command.js';

export interface Parser {
  name: string;
  /** Good inputs, from which bad ones are made. */
  corpus: string[];
  /** A good input that is so many times as long; a JSON object in the corpus grows by itself. */
  grow?(times: number): string;
  /** Bytes from which on something else reads it. */
  most?: number;
  read(bytes: Buffer): unknown;
}

const MEGABYTE = 1024 * 1024;
const entry = { command: 'mcptest', args: ['mcp-server'] };
const JSON_PLACE = { format: 'json', section: 'mcpServers' } as const;
const TOML_PLACE = { format: 'toml', section: 'mcp_servers' } as const;
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const all = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => ending.test(name))
    .map((name) => text(join(folder, name)));

const SETTINGS = [
  '// mine\n{ "mcpServers": { "a": { "command": "x", "args": ["y",], }, }, "other": 1 }\n',
  '{\r\n\t"mcpServers": {}\r\n}',
];
const TOMLS = [
  '# mine\n[mcp_servers.a]\ncommand = "x"\nargs = ["y", \'z\']\n\n[other]\nb = 1\n',
  'a = """\nlong\n"""\n',
];
const FRAMES = [
  '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"grüße"}]}}\n{"jsonrpc":"2.0","method":"x"}\r\n\n[1]\n',
];
const EVENTS = [
  ': hi\nid: 1\nretry: 10\nevent: message\ndata: {"jsonrpc":"2.0",\ndata: "id":1}\n\nevent: endpoint\r\ndata: /x\r\n\r\ndata\r\r',
];
const SERVER_JSON = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.somebody/tides',
  description: 'Tides of a harbour',
  version: '1.0.0',
  packages: [
    {
      registryType: 'npm',
      identifier: 'tides',
      version: '1.0.0',
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'TIDES_KEY', isSecret: true }],
    },
  ],
};
const BUNDLE = {
  manifest_version: '0.3',
  name: 'tides',
  version: '1.0.0',
  description: 'Tides of a harbour',
  author: { name: 'Somebody' },
  server: { type: 'node', entry_point: 'index.js', mcp_config: { command: 'node', args: ['index.js'] } },
};
const TOOL = { name: 'a', description: 'b', inputSchema: { type: 'object' } };
const LOCK = writeLock(lockOf([{ server: 's', instructions: 'Be kind.', tools: [TOOL] }]));

function rows(times: number, row: (at: number) => string): string {
  return Array.from({ length: times * 40 }, (_, at) => `${row(at)}\n`).join('');
}

const SUITES = [...all('examples/demo', /\.ya?ml$/), ...all('examples/real-servers', /\.ya?ml$/)];

function longSuite(times: number): string {
  return `${text('examples/demo/mcptest.yml')}\n${rows(times, (at) => `x-${at}: { a: [1, 2, "${at}"] }`)}`;
}

function readSuite(bytes: Buffer) {
  const where = { cwd: '/nowhere', workspace: '/nowhere', env: {}, file: '/nowhere/mcptest.yml' };
  return parseSuite(bytes.toString(), where);
}

export const PARSERS: Parser[] = [
  {
    name: 'suite',
    corpus: SUITES,
    grow: longSuite,
    // A longer one has the reader of the next.
    most: 400_000,
    read: readSuite,
  },
  {
    name: 'suite with anchors',
    corpus: SUITES.map((suite) => `x-a: &a { b: 1 }\n${suite}`),
    grow: (times) => `x-a: &a { b: 1 }\n${longSuite(times)}`,
    read: readSuite,
  },
  {
    name: 'traces',
    corpus: all('fixtures/traces', /\./),
    grow: (times) => text('fixtures/traces/codex-rollout.jsonl').repeat(times),
    read: (bytes) => readTraces({ text: bytes.toString(), name: 'trace' }),
  },
  {
    name: 'catalogue',
    corpus: [
      '{"tools":[{"name":"a","description":"b","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}}]}',
      '[{"server":"s","tools":[{"name":"a","inputSchema":{}}]}]',
    ],
    read: (bytes) => readCatalog(bytes.toString(), 'tools.json'),
  },
  {
    name: 'manifest',
    corpus: [text('fixtures/conformance-mock/mock.yml'), ...all('examples/real-servers/servers', /\.yml$/)],
    grow: (times) => {
      const tool = (at: number) =>
        `    - { name: t${at}, response: { content: [{ type: text, text: "${at}" }] } }`;
      return `mock_server:\n  name: m\n  tools:\n${rows(times, tool)}`;
    },
    read: (bytes) => parseManifest(bytes.toString(), 'mock.yml'),
  },
  {
    name: 'cassette',
    corpus: all('examples/distractor-tools/cassettes', /\.json$/),
    read: (bytes) => readCassette(bytes.toString(), 'case.json'),
  },
  {
    name: 'envelope',
    corpus: all('fixtures/envelopes', /\.json$/),
    read: (bytes) => readEnvelope(bytes.toString(), 'run.json'),
  },
  {
    name: 'events',
    corpus: EVENTS,
    grow: (times) => EVENTS.join('').repeat(times * 10),
    read: (bytes) => {
      const parser = new SseParser(() => {}, MEGABYTE);
      for (let at = 0; at < bytes.length; at += 7) parser.push(bytes.subarray(at, at + 7));
    },
  },
  {
    name: 'frames',
    corpus: FRAMES,
    grow: (times) => FRAMES.join('').repeat(times * 10),
    read: (bytes) => {
      const splitter = new LineSplitter(MEGABYTE, {
        line: (line) => void parseJson(line),
        tooLarge: () => {},
      });
      for (let at = 0; at < bytes.length; at += 5) splitter.push(bytes.subarray(at, at + 5));
    },
  },
  {
    name: 'manifests of packages',
    corpus: [JSON.stringify(SERVER_JSON), JSON.stringify(BUNDLE)],
    read: (bytes) => {
      const manifest = JSON.parse(bytes.toString());
      serverJsonProblems(manifest, { transport: 'stdio' });
      if (isBundle(manifest)) bundleProblems(manifest, { exists: () => true });
    },
  },
  { name: 'lock', corpus: [LOCK], read: (bytes) => readLock(bytes.toString(), 'mcptest.lock') },
  {
    name: 'snapshots',
    corpus: ['{"version":1,"snapshots":{"a test":{"result":{"a":1},"text":"b"}}}'],
    read: (bytes) => parseSnapshots(bytes.toString(), 'mcptest.snapshots.json'),
  },
  {
    name: 'rows of CSV',
    corpus: ['a,b\r\n1,"x, ""y"""\r\n"two\nlines",\r\n'],
    grow: (times) => `a,b\r\n${rows(times, (at) => `${at},"x, ""y"""`)}`,
    read: (bytes) => readAll(csvRows(pieces(bytes))),
  },
  {
    name: 'rows of JSON lines',
    corpus: ['{"a":1,"b":["x",{"c":-2.5e3}]}\n\n{"a":"}\\"{"}\r\n'],
    grow: (times) => rows(times, (at) => `{"a":${at},"b":["x",{"c":-2.5e3}]}`),
    read: (bytes) => readAll(jsonlRows(pieces(bytes))),
  },
  {
    name: 'cases in a document',
    corpus: ['- { a: 1, b: [x] }\n- a: |\n    text\n  b: ~\n', '[{"a": 1, "b": ["x"]},\n{"a": "y"}]\n'],
    grow: (times) => rows(times, (at) => `- { a: ${at}, b: [x] }`),
    read: (bytes) => {
      const written = bytes.toString();
      return readAll(documentRows(written, 'cases', written.startsWith('[')));
    },
  },
  { name: 'settings in JSON', corpus: SETTINGS, read: (bytes) => edited(bytes.toString(), JSON_PLACE) },
  {
    name: 'settings in TOML',
    corpus: TOMLS,
    grow: (times) => `${rows(times, (at) => `x${at} = [1, "${at}"]`)}${TOMLS[0]}`,
    read: (bytes) => edited(bytes.toString(), TOML_PLACE),
  },
];

async function* pieces(bytes: Buffer): AsyncGenerator<string> {
  const whole = bytes.toString();
  for (let at = 0; at < whole.length; at += 4096) yield whole.slice(at, at + 4096);
}

async function readAll(found: Iterable<ReadRow> | AsyncIterable<ReadRow>): Promise<void> {
  for await (const _ of found);
}

/** What is put in can be read again and taken out again, and the rest stays. */
function edited(before: string, place: typeof JSON_PLACE | typeof TOML_PLACE): void {
  const had = readServers(before, place);
  const after = setServer(before, place, 'fuzzed', entry);
  const now = readServers(after, place);
  if (JSON.stringify(now.fuzzed) !== JSON.stringify(entry))
    throw new TypeError('what was put in is not there');
  const gone = readServers(removeServer(after, place, 'fuzzed'), place);
  const { fuzzed: _, ...rest } = had;
  if (JSON.stringify(gone) !== JSON.stringify(rest)) throw new TypeError('the rest did not stay');
}

const SPECIAL = [
  '{',
  '[',
  '"',
  '\\',
  '\u0000',
  '\ufeff',
  '\n',
  '\r',
  ': ',
  '- ',
  '&a ',
  '*a',
  '!!js ',
  '<<: ',
  '${X}',
  '__proto__',
  '1e999',
  'null',
  '\ud83d',
  '�',
  '\u2028',
  '"""',
  "'''",
  '[[',
  ']]',
  '#',
  '//',
  '/*',
];

/** A good input gone bad: cut, doubled, torn, with something odd in the middle. */
export function mutant(corpus: readonly string[], random: Random): Buffer {
  let bytes = Buffer.from(random.pick(corpus));
  for (let left = random.whole(0, 6); left > 0; left -= 1) {
    const at = random.whole(0, bytes.length);
    const to = Math.min(bytes.length, at + random.whole(0, 40));
    const ways = [
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
      () => bytes.subarray(0, at),
      () => Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(SPECIAL)), bytes.subarray(at)]),
      () =>
        Buffer.concat([bytes.subarray(0, at), Buffer.from([random.whole(0, 255)]), bytes.subarray(at + 1)]),
      () =>
        Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(random.pick(SPECIAL).repeat(random.whole(1, 300))),
          bytes.subarray(at),
        ]),
    ];
    bytes = Buffer.from(random.pick(ways)());
  }
  return bytes;
}

/** Undefined where it was read, or refused in words; else what it threw. */
export async function thrownBy({ read }: Parser, bytes: Buffer): Promise<Error | undefined> {
  try {
    await read(bytes);
    return undefined;
  } catch (error) {
    const { name, message } = error as Error;
    // Settings are refused by a SyntaxError, and bytes of a stream by a RangeError that says where.
    const refused =
      error instanceof McptestError ||
      error instanceof BadCases ||
      name === 'SyntaxError' ||
      /^it is not valid UTF-8 at byte|^an event /.test(message);
    return refused ? undefined : (error as Error);
  }
}

/** An input that is so many times as long. */
export function grown({ corpus: [first = ''], grow }: Parser, times: number): Buffer {
  if (grow !== undefined) return Buffer.from(grow(times));
  const pad = Array.from({ length: times * 100 }, (_, at) => `"x${at}": [{"a": ${at}}]`).join(',');
  return Buffer.from(first.replace(/\{/, `{ ${pad},`));
}
