/**
 * `npm run check:conformance:cross`: our checks beside those of the official suite on the same servers over HTTP, into
 * docs/evidence/conformance-cross-check.md. The official suite comes from the cache of `npm run check:conformance`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../src/conformance/registry.js';
import type { CheckStatus, Scorecard } from '../src/types/conformance.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = process.env.MCPTEST_CONFORMANCE_CACHE ?? join(homedir(), '.cache', 'mcptest-conformance');
const modules = join(cache, 'node_modules');
const isOld = Number(process.versions.node.split('.')[0]) < 22;
const node = isOld ? join(modules, 'node', 'bin', 'node') : process.execPath;
const suite = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const cli = join(root, 'dist', 'cli.js');

const EVERYTHING = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const MOCK = [
  cli,
  'mock',
  '--tools-from',
  join(root, 'fixtures/conformance-mock/mock.yml'),
  '--http',
  '--port',
];
const RUNS = [
  {
    server: 'mock',
    argv: [...MOCK, '4671'],
    port: 4671,
    revision: '2025-11-25',
    flags: ['--spec-version', '2025-11-25'],
  },
  {
    server: 'mock',
    argv: [...MOCK, '4672'],
    port: 4672,
    revision: '2026-07-28',
    flags: ['--requirements', '2026-07-28'],
  },
  {
    server: 'everything',
    argv: [EVERYTHING, 'streamableHttp'],
    port: 4673,
    revision: '2025-11-25',
    flags: ['--spec-version', '2025-11-25'],
  },
];

/** The mock's tools say nothing of what they do; these are harmless. */
const HARMLESS = [
  'test_simple_text',
  'test_image_content',
  'test_audio_content',
  'test_multiple_content_types',
  'test_tool_with_progress',
];

const OWN_NAME = 'The official check asks for something by a fixed name, which this server does not have.';

/** Why the two differ, by the server and the official id. */
const EXPLAINED: Record<string, Record<string, string>> = {
  mock: {
    'sep-2575-server-rejects-undeclared-capability':
      'The official check calls a tool that needs sampling; ours judges such an error where one comes.',
    'sep-2575-server-no-log-without-loglevel': 'Both judge it; ours needs a message to be sent at all.',
  },
  everything: Object.fromEntries(
    [
      'completion-complete',
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-mixed-content',
      'tools-call-with-progress',
      'resources-read-text',
      'resources-read-binary',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ].map((id) => [id, OWN_NAME]),
  ),
};

interface Row {
  server: string;
  revision: string;
  ours: string;
  official: string;
  our: CheckStatus;
  their: string;
  /** What the official suite says of a failure. */
  says: string;
  agree: 'yes' | 'no' | 'not judged by us';
}

const rows: Row[] = [];
for (const run of RUNS) {
  const env = { ...process.env, PORT: String(run.port) };
  const child = spawn(process.execPath, run.argv, { env, stdio: 'ignore' });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  try {
    const url = `http://127.0.0.1:${run.port}/mcp`;
    const theirs = official(url, run.flags);
    const card = ours(url, run.revision, run.server === 'mock' ? HARMLESS : []);
    rows.push(...compare(run, card, theirs));
  } finally {
    child.kill();
  }
}
const open = rows.filter((row) => row.agree !== 'yes' && explanation(row) === undefined);
writeFileSync(join(root, 'docs/evidence/conformance-cross-check.md'), page());
for (const row of open) console.log('not explained:', JSON.stringify(row));
console.log(`${rows.length} pairs, ${rows.filter(({ agree }) => agree === 'yes').length} agree`);
process.exitCode = open.length > 0 ? 1 : 0;

function explanation({ server, official: id }: Row): string | undefined {
  return EXPLAINED[server]?.[id];
}

interface Theirs {
  status: string;
  says: string;
}

function official(url: string, flags: string[]): Map<string, Theirs> {
  const out = mkdtempSync(join(tmpdir(), 'mcptest-cross-'));
  spawnSync(node, [suite, 'server', '--url', url, ...flags, '-o', out], { cwd: out, encoding: 'utf8' });
  const statuses = new Map<string, Theirs>();
  for (const file of readdirSync(out, { recursive: true })
    .map(String)
    .filter((one) => one.endsWith('checks.json'))) {
    for (const { id, status, errorMessage = '' } of JSON.parse(readFileSync(join(out, file), 'utf8')) as {
      id: string;
      status: string;
      errorMessage?: string;
    }[])
      if (statuses.get(id)?.status !== 'FAILURE') statuses.set(id, { status, says: errorMessage });
  }
  return statuses;
}

function ours(url: string, revision: string, allowed: string[]): Scorecard {
  const allow = allowed.flatMap((name) => ['--allow-calls', name]);
  const flags = ['conformance', url, '--revision', revision, '--format', 'json', ...allow];
  return JSON.parse(
    spawnSync(process.execPath, [cli, ...flags], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout,
  );
}

function compare(
  run: { server: string; revision: string },
  card: Scorecard,
  theirs: Map<string, Theirs>,
): Row[] {
  return CHECKS.flatMap(({ id, official: ids = [] }) => {
    const our = card.checks.find((check) => check.id === id)?.status;
    return ids.flatMap((one) => {
      const their = theirs.get(one);
      if (their === undefined || our === undefined) return [];
      return [
        {
          server: run.server,
          revision: run.revision,
          ours: id,
          official: one,
          our,
          their: their.status,
          says: their.says,
          agree: agreement(our, their.status),
        },
      ];
    });
  });
}

function agreement(our: CheckStatus, their: string): Row['agree'] {
  if (our === 'not-applicable' || our === 'not-testable') return 'not judged by us';
  return (our === 'pass') === (their !== 'FAILURE') ? 'yes' : 'no';
}

function why(row: Row): string {
  const said = row.says.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 160);
  return `${explanation(row) ?? ''}${said === '' ? '' : ` It says: \`${said.replaceAll('`', "'")}\``}`;
}

function page(): string {
  const lines = rows.map(
    (row) =>
      `| ${row.server} | ${row.revision} | ${row.ours} | \`${row.official}\` | ${row.our} | ${row.their.toLowerCase()} | ${row.agree} | ${row.agree === 'yes' ? '' : why(row)} |`,
  );
  return `# Our conformance checks beside the official suite

<!-- Written by \`npm run check:conformance:cross\`. -->

Where a check of ours exists in \`@modelcontextprotocol/conformance\` 0.2.0-alpha.12, both were run on the same server over HTTP.
${rows.filter(({ agree }) => agree === 'yes').length} of ${rows.length} pairs agree; the others are explained. The official suite calls fixed names and looks at no
capability, ours goes by what is declared.

| server | revision | ours | official | our status | its status | agree | why not |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}
