// `npm run check:conformance`: the official conformance suite on our mock, our front door and our client, in both
// eras. Each scenario passes, or stands below with the reason why it does not apply; one that stands there and
// passes is told as well. The suite is installed into a cache, with Node 24 where this Node is too old for it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const LEGACY = ['--spec-version', '2025-11-25'];
const MODERN = ['--requirements', '2026-07-28'];

const NOT_DECLARED = 'a capability that it does not declare';
const FIXTURES = 'a tool, resource or prompt that a server has only for the suite';
const ASKS_NOTHING = 'it asks its client nothing';
const EXTENSION = 'an extension that it does not declare';

/** What does not apply: the scenario's name, why, and how many checks fail where others of it apply. */
const MOCK = [];
const FRONT_DOOR = [
  [/^completion-complete$|^logging-set-level$|^prompts-|^resources-(un)?subscribe$/, NOT_DECLARED],
  [/^caching$/, NOT_DECLARED, 1],
  [/^tools-call-|^resources-(read|templates)|^json-schema-2020-12$/, FIXTURES],
  [/^http-custom-header-server-validation$/, FIXTURES],
  [/^server-stateless$/, FIXTURES, 4],
  [/^elicitation-|^input-required-/, ASKS_NOTHING],
  [/^tasks-/, EXTENSION],
];
const CLIENT_SCENARIOS = {
  '2025-11-25': [
    'initialize',
    'tools_call',
    'sse-retry',
    'elicitation-sep1034-client-defaults',
    'json-schema-2020-12-preservation',
    'auth/client-credentials-basic',
  ],
  '2026-07-28': [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist', 'cli.js');
const [node, suite] = install();
const work = mkdtempSync(join(tmpdir(), 'mcptest-conformance-'));
let wrong = 0;
const used = new Set();
try {
  for (const [name, args, except] of [
    ['mock', ['mock', '--tools-from', join(root, 'fixtures/conformance-mock/mock.yml')], MOCK],
    ['front door', ['mcp-server', '--enable-writes', '--workspace', work], FRONT_DOOR],
  ]) {
    await serving(args, (url) => {
      judge(`${name}, 2025-11-25`, servers(url, LEGACY), except);
      judge(`${name}, 2026-07-28`, servers(url, MODERN), except);
    });
  }
  for (const [revision, scenarios] of Object.entries(CLIENT_SCENARIOS)) {
    judge(
      `client, ${revision}`,
      scenarios.map((name) => client(name, revision)),
      [],
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const one of [...MOCK, ...FRONT_DOOR]) {
  if (used.has(one)) continue;
  console.log(`${one[0]} is said not to apply, and passes`);
  wrong += 1;
}
process.exitCode = wrong > 0 ? 1 : 0;

/** Installs once; gives the Node that runs the suite, and the suite's file. */
function install() {
  const cache = process.env.MCPTEST_CONFORMANCE_CACHE ?? join(homedir(), '.cache', 'mcptest-conformance');
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, 'package.json')))
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
  const old = Number(process.versions.node.split('.')[0]) < 22;
  const packages = [SUITE, ...(old ? ['node@24'] : [])];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: cache, stdio: 'ignore' });
  const modules = join(cache, 'node_modules');
  return [
    old ? join(modules, 'node', 'bin', 'node') : process.execPath,
    join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  ];
}

async function serving(args, use) {
  const server = spawn(
    process.execPath,
    [cli, ...args, '--http', ...(args[0] === 'mcp-server' ? ['--no-token'] : [])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  try {
    const url = await new Promise((resolve, reject) => {
      let said = '';
      server.stderr.on('data', (data) => {
        said += data;
        const found = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(said);
        if (found) resolve(found[0]);
      });
      server.on('exit', () => reject(new Error(`it did not start: ${said}`)));
    });
    use(url);
  } finally {
    server.kill();
  }
}

/** What it prints; it judges on stderr, and its exit code says only that something failed. */
function run(args) {
  const { stdout, stderr, error } = spawnSync(node, [suite, ...args], { cwd: work, encoding: 'utf8' });
  if (error) throw error;
  return `${stdout}\n${stderr}`;
}

function servers(url, which) {
  const printed = run(['server', '--url', url, ...which]);
  const lines = [...printed.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)];
  if (lines.length === 0) throw new Error(`the suite ran nothing:\n${printed.slice(-2000)}`);
  return lines.map(([, name, passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) }));
}

function client(name, revision) {
  const command = `${process.execPath} ${join(root, 'scripts/lib/conformance-client.mjs')}`;
  const printed = run([
    'client',
    '--command',
    command,
    '--scenario',
    name,
    '--spec-version',
    revision,
    '--force',
  ]);
  const found = /Passed: (\d+)\/\d+, (\d+) failed, (\d+) warnings/.exec(printed);
  if (!found) throw new Error(`the suite did not judge ${name}:\n${printed.slice(-2000)}`);
  return { name, passed: Number(found[1]), failed: Number(found[2]) + Number(found[3]) };
}

function judge(what, results, except) {
  const exceptionOf = (one) =>
    except.find(([pattern, , count]) => pattern.test(one.name) && (count ?? one.failed) === one.failed);
  const failed = results.filter((one) => one.failed > 0);
  const bad = failed.filter((one) => exceptionOf(one) === undefined);
  const sum = (key) => results.reduce((total, one) => total + one[key], 0);
  const apart = failed.length - bad.length;
  const counts = `${sum('passed')} checks passed, ${sum('failed')} failed in ${apart} scenarios that do not apply`;
  console.log(`${what}: ${results.length} scenarios, ${counts}`);
  for (const one of bad) console.log(`  ${one.name} FAILED ${one.failed} checks that apply`);
  for (const reason of new Set(failed.map((one) => exceptionOf(one)?.[1]).filter(Boolean))) {
    const names = failed.filter((one) => exceptionOf(one)?.[1] === reason).map(({ name }) => name);
    console.log(`  ${reason}: ${names.join(', ')}`);
  }
  wrong += bad.length;
  for (const one of failed) used.add(exceptionOf(one));
}
