/** Real small programs that do not start, and what real servers wrote: each cause is named with what to type next. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { satisfies } from './node-version.js';
import { startRemedy } from './start-remedy.js';

const NODE = process.execPath;

/** A program of these files, started as `argv`: what it writes before it dies, and what is made of it. */
function remedyOf(files: Record<string, string>, argv: string[], env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-start-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const { stderr, status } = spawnSync(argv[0]!, argv.slice(1), {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
  });
  expect(status, stderr).not.toBe(0);
  return { remedy: startRemedy({ stderr, argv, cwd, env }) ?? `nothing for: ${stderr}`, cwd };
}

const told = (stderr: string, argv = ['npx', '-y', 'some-mcp'], env = {}): string =>
  startRemedy({ stderr, argv, cwd: '/work', env }) ?? 'nothing';

describe('programs that really die', () => {
  const dies: [string, Record<string, string>, string[], RegExp][] = [
    [
      'a check of the version of Node.js',
      { 'a.js': "console.error('Error: some-mcp requires Node.js 99 or newer'); process.exit(1)" },
      [NODE, 'a.js'],
      /needs Node\.js 99 .*this is \d+\.\d+\.\d+: nvm install 99/,
    ],
    [
      'newer code, with `engines` in the package',
      { 'package.json': '{"engines":{"node":">=97.1"}}', 'dist/a.js': 'new Set([1]).noSuchThing()' },
      [NODE, 'dist/a.js'],
      /needs Node\.js 97\.1 .*`engines` says >=97\.1/,
    ],
    [
      'newer code in a package below, which the stack names',
      {
        'node_modules/dep/package.json': '{"name":"dep","engines":{"node":"^98 || >=99.2"}}',
        'node_modules/dep/index.js': 'Promise.noSuchThing()',
        'a.cjs': "require('dep')",
        'package.json': '{"name":"top"}',
      },
      [NODE, 'a.cjs'],
      /needs Node\.js 98 /,
    ],
    [
      'a built-in module that is not there',
      { 'a.mjs': "import 'node:not_yet_there'" },
      [NODE, 'a.mjs'],
      /uses node:not_yet_there, which Node\.js \d+/,
    ],
    [
      'a package that is not installed',
      { 'src/a.mjs': "import 'no-such-package-here'" },
      [NODE, 'src/a.mjs'],
      /package no-such-package-here is missing: cd \S+mcptest-start-\w+ && npm install/,
    ],
    [
      'a package that is required',
      { 'a.cjs': "require('left-pad-x')" },
      [NODE, 'a.cjs'],
      /left-pad-x is missing/,
    ],
    ['a server that is not built', {}, [NODE, 'dist/index.js'], /no file \S+dist\/index\.js: build/],
    [
      'an addon that is not built',
      {
        'node_modules/better-sqlite3/package.json': '{}',
        'node_modules/better-sqlite3/lib/index.js':
          "throw new Error('Could not locate the bindings file. Tried: ' + __dirname + '/build/better_sqlite3.node')",
        'a.cjs': "require('better-sqlite3/lib/index.js')",
      },
      [NODE, 'a.cjs'],
      /native addon better-sqlite3 is not built.*cd \S+ && npm rebuild better-sqlite3/,
    ],
    [
      'an addon that is no addon',
      { 'x.node': 'not a library', 'a.cjs': "require('./x.node')" },
      [NODE, 'a.cjs'],
      /(native addon|another system)/,
    ],
    [
      'import in CommonJS',
      { 'a.cjs': "import fs from 'fs'" },
      [NODE, 'a.cjs'],
      /ES module.*"type": "module"/,
    ],
    ['require in a module', { 'a.mjs': "require('fs')" }, [NODE, 'a.mjs'], /CommonJS.*\.cjs/],
    [
      'a file of credentials that is not there',
      { 'a.cjs': "require('fs').readFileSync('/nowhere/gcp-oauth.keys.json')" },
      [NODE, 'a.cjs'],
      /file of credentials that is not there, \/nowhere\/gcp-oauth\.keys\.json/,
    ],
    [
      'a variable that is asked for in code',
      {
        'a.cjs':
          "if (!process.env.WEATHER_API_KEY) throw new Error('WEATHER_API_KEY environment variable is required')",
      },
      [NODE, 'a.cjs'],
      /WEATHER_API_KEY.*export WEATHER_API_KEY=.*--pass-env WEATHER_API_KEY/,
    ],
    [
      'a host that is not there',
      { 'a.mjs': "await (await import('node:dns/promises')).lookup('no-such-host.invalid')" },
      [NODE, 'a.mjs'],
      /could not reach no-such-host\.invalid.*curl -I https:\/\/no-such-host\.invalid/,
    ],
    [
      'a database that is not there',
      { 'a.mjs': "(await import('node:net')).connect(1, '127.0.0.1')" },
      [NODE, 'a.mjs'],
      /Nothing answers at 127\.0\.0\.1:1: start/,
    ],
    [
      'a program of a script',
      { 'a.sh': 'uvx-not-here x || exit 1' },
      ['sh', 'a.sh'],
      /uvx-not-here, which is not found/,
    ],
    ['env without a program', {}, ['env', 'no-such-runtime', 'x'], /no-such-runtime, which is not found/],
    ['a missing Python file', {}, ['python3', 'no-server.py'], /no file \S*no-server\.py/],
    ['a missing Python module', {}, ['python3', '-c', 'import no_such_mod'], /pip install no_such_mod/],
    [
      'arguments of argparse',
      {
        'a.py':
          "import argparse\np = argparse.ArgumentParser(prog='srv')\np.add_argument('--root', required=True)\np.parse_args()",
      },
      ['python3', 'a.py'],
      /needs an argument \(--root\).*usage: srv/,
    ],
    [
      'a key of os.environ',
      {},
      ['python3', '-c', "import os; os.environ['MY_SERVICE_KEY']"],
      /--pass-env MY_SERVICE_KEY/,
    ],
  ];
  it.each(dies)('%s', (_, files, argv, remedy) => {
    expect(remedyOf(files, argv).remedy).toMatch(remedy);
  });

  it('a port that is taken is named', async () => {
    const holder = createServer();
    await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done));
    const { port } = holder.address() as { port: number };
    const code = `require('net').createServer().listen(${port}, '127.0.0.1')`;
    const { remedy } = remedyOf({ 'a.cjs': code }, [NODE, 'a.cjs']);
    holder.close();
    expect(remedy).toContain(`Port ${port} is taken`);
    expect(remedy).toContain(`lsof -i :${port}`);
  });

  it('a variable that is set here only has to be let through', () => {
    const env = { WEATHER_API_KEY: 'x' };
    expect(told('Error: WEATHER_API_KEY is not set', undefined, env)).not.toContain('export');
    expect(told('Error: WEATHER_API_KEY is not set', undefined, env)).toContain('--pass-env WEATHER_API_KEY');
  });
});

describe('what others wrote', () => {
  it.each([
    [
      'You are using Node.js 18.2.0. For this server, Node.js version >= v97.0.0 is required.',
      /needs Node\.js 97/,
    ],
    ['error: this package supports only Node.js 99', /needs Node\.js 99/],
    [
      "npm warn EBADENGINE Unsupported engine {\nnpm warn EBADENGINE   package: 'undici@9.0.0',\nnpm warn EBADENGINE   required: { node: '>=99.18.1' },\nnpm warn EBADENGINE   current: { node: 'v20.0.0', npm: '10' }\nnpm warn EBADENGINE }\nReferenceError: File is not defined",
      /needs Node\.js 99\.18\.1/,
    ],
    [
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/some-mpc - Not found\nnpm error 404  'some-mpc@*' is not in this registry.",
      /no package some-mpc: .*npm view some-mpc/,
    ],
    [
      'npm error code ETARGET\nnpm error notarget No matching version found for some-mcp@9.9.9.',
      /npm view some-mcp versions/,
    ],
    [
      'npm error code ENOTFOUND\nnpm error network request to https://registry.example/x failed, reason: getaddrinfo ENOTFOUND registry.example',
      /npm cannot reach its registry.*npm ping/,
    ],
    ['npm ERR! code E401\nnpm ERR! Incorrect or missing password.', /npm login/],
    ['npm error could not determine executable to run', /npm view some-mcp bin/],
    [
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      /docker ps/,
    ],
    [
      "docker: Error response from daemon: pull access denied for mcp/thing, repository does not exist or may require 'docker login'",
      /docker pull mcp\/thing/,
    ],
    ['docker: no matching manifest for linux/arm64/v8 in the manifest list entries', /--platform/],
    ['error: No interpreter found for Python >=3.12 in managed installations', /uv python install 3\.12/],
    [
      "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /srv/x.node)",
      /newer system \(GLIBC_2\.38\)/,
    ],
    [
      'Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by /srv/x.node)',
      /Alpine/,
    ],
    [
      'chrome: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory',
      /libnss3\.so/,
    ],
    ['exec /usr/local/bin/server: exec format error', /another system or processor/],
    [
      "Error: The module '/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 108. This version of Node.js requires\nNODE_MODULE_VERSION 115.",
      /better-sqlite3 was built for another Node\.js: cd \/app && npm rebuild better-sqlite3/,
    ],
    [
      'Error: Could not load the "sharp" module using the linux-x64 runtime',
      /native addon sharp .*npm rebuild sharp/,
    ],
    ["Error: Cannot find module '@rollup/rollup-linux-x64-gnu'. npm has a bug", /not built for this machine/],
    ['Error [ERR_REQUIRE_ESM]: require() of ES Module /a/b.js from /a/c.js not supported.', /nvm install 22/],
    ['TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /a/server.ts', /npx tsx/],
    [
      "Error: EACCES: permission denied, mkdir '/var/lib/thing'",
      /may not use \/var\/lib\/thing: ls -ld \/var\/lib\/thing/,
    ],
    ['Error: listen EACCES: permission denied 0.0.0.0:80', /port 80: .*1024/],
    [
      'Usage: mcp-server-filesystem <allowed-directory> [additional-directories...]',
      /needs an argument.*Usage: mcp-server-filesystem <allowed-directory>/,
    ],
    ['Please provide a database URL as a command-line argument', /needs an argument/],
    ["error: required option '--api-key <key>' not specified", /needs an argument \(--api-key <key>\)/],
    [
      'error: the following required arguments were not provided:\n  <PATH>\n\nUsage: srv <PATH>',
      /needs an argument.*`Usage: srv <PATH>.*`\.$/,
    ],
    [
      'Missing required environment variables: SLACK_BOT_TOKEN, SLACK_TEAM_ID',
      /--pass-env SLACK_BOT_TOKEN --pass-env SLACK_TEAM_ID/,
    ],
    ['Missing environment variables:\n  - JIRA_HOST\n  - JIRA_TOKEN', /--pass-env/],
    [
      'Error: Could not load the default credentials. Browse to https://cloud.google.com/docs',
      /gcloud auth application-default login/,
    ],
    [
      'OAuth keys file not found. Please place it at /home/ann/.gmail-mcp/gcp-oauth.keys.json',
      /credentials that is not there, \/home\/ann\/\.gmail-mcp\/gcp-oauth\.keys\.json/,
    ],
    [
      'OAuth keys file not found. Please place gcp-oauth.keys.json in current directory or /home/ann/.gmail-mcp',
      /credentials that is not there, gcp-oauth\.keys\.json/,
    ],
    [
      'Error: Could not find Chrome (ver. 120). run `npx puppeteer browsers install chrome`',
      /npx puppeteer browsers install chrome/,
    ],
    [
      "browserType.launch: Executable doesn't exist at /home/ann/.cache/ms-playwright/chromium",
      /npx playwright install chromium/,
    ],
    ['No token found. Please run with `auth` first.', /login.*npx -y some-mcp auth/],
    ['Not authenticated: run "tool login" to get a token', /some-mcp login/],
    ['Error: token missing, use the login command', /some-mcp login/],
    ['missing API key', /--pass-env NAME/],
    ['DEPOT_API_KEY is required to run', /--pass-env DEPOT_API_KEY/],
    ['TypeError: fetch failed', /could not reach the network/],
    ['unable to get local issuer certificate', /NODE_EXTRA_CA_CERTS/],
  ])('%s', (stderr, remedy) => {
    expect(told(stderr)).toMatch(remedy);
  });

  it.each([
    'something else',
    '',
    'SyntaxError: Unexpected token } in JSON at position 4',
    'unknown option --prot\n  --token TOKEN  the token to use\n  -k, --api-key KEY  needed',
    'listening, with Node.js 18 or newer',
    'Error: the depot is closed\nUsage: depot [options]',
    'Usage:\n  --token text   an option',
  ])('has nothing to say about %j', (stderr) => {
    expect(told(stderr)).toBe('nothing');
  });

  it('is quick with long and hostile text', () => {
    const unit = ["'/a.b ", 'not found /a.', 'Usage: ', 'npm error code E404 ', '/x/node_modules/', 'A_B '];
    for (const one of unit) told(one.repeat(4096 / one.length));
  }, 5000);
});

it.each([
  ['20.19.0', '>=18', true],
  ['20.19.0', '>=22', false],
  ['20.19.0', '^20.19 || >=22.12', true],
  ['20.18.0', '^20.19 || >=22.12', false],
  ['22.12.1', '^20.19.0 || >=22.12.0', true],
  ['21.0.0', '20.x || 22.x', false],
  ['22.1.0', '20.x || 22.x', true],
  ['20.1.0', '18 - 22', true],
  ['24.1.0', '>= 18 < 23', false],
  ['20.1.0', '~20.1', true],
  ['20.1.0', 'lts/*', true],
  ['20.1.0', '20', true],
])('%s and %s: %s', (version, range, holds) => {
  expect(satisfies(version, range)).toBe(holds);
});
