import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { McptestError } from '../util/errors.js';
import { admitTarget } from './gate.js';

const SUITE = `
variables: { port: { env: PORT, default: "7" } }
servers:
  declared: { command: [node, server.js, --port, "\${port}"], cwd: sub }
  remote: { url: "http://localhost:1/mcp" }
`;
const DECLARED = ['node', 'server.js', '--port', '7'];

let workspace: string;

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'mcptest-gate-'));
  mkdirSync(join(workspace, 'sub'));
  writeFileSync(join(workspace, 'mcptest.yml'), SUITE);
});

async function admit(args: Record<string, unknown>, { writes = false, pin = false, env = {} } = {}) {
  const state = { XDG_STATE_HOME: join(workspace, 'state') };
  try {
    const { server, command, url } = await admitTarget(args, {
      workspace,
      env: { ...state, ...env },
      writes,
      pin,
    });
    return server ?? (command as string[] | undefined)?.join(' ') ?? url;
  } catch (error) {
    return (error as McptestError).code;
  }
}

describe('who may start what', () => {
  const rows: [string, Record<string, unknown>, string, string][] = [
    ['the declared argv', { command: DECLARED }, 'declared', 'declared'],
    [
      'an extra flag',
      { command: [...DECLARED, '--inspect'] },
      'command-refused',
      'node server.js --port 7 --inspect',
    ],
    ['a flag less', { command: ['node', 'server.js'] }, 'command-refused', 'node server.js'],
    [
      'the same words as one',
      { command: ['node server.js --port 7'] },
      'command-refused',
      'node server.js --port 7',
    ],
    [
      'another spelling of the path',
      { command: ['node', './server.js', '--port', '7'] },
      'command-refused',
      'node ./server.js --port 7',
    ],
    [
      'another port than the one filled in',
      { command: ['node', 'server.js', '--port', '8'] },
      'command-refused',
      'node server.js --port 8',
    ],
    [
      'the text before it is filled in',
      { command: ['node', 'server.js', '--port', '${port}'] },
      'command-refused',
      'node server.js --port ${port}',
    ],
    ['a shell', { command: ['sh', '-c', 'true'] }, 'command-refused', 'sh -c true'],
    ['a harmless variable', { command: DECLARED, env: { LOG_LEVEL: 'debug' } }, 'declared', 'declared'],
    ['PATH', { command: DECLARED, env: { PATH: '/tmp' } }, 'env-refused', 'declared'],
    ['Path, as Windows spells it', { command: DECLARED, env: { Path: '/tmp' } }, 'env-refused', 'declared'],
    ['NODE_OPTIONS', { command: DECLARED, env: { NODE_OPTIONS: '--require=x' } }, 'env-refused', 'declared'],
    [
      'NODE_V8_COVERAGE',
      { command: DECLARED, env: { NODE_V8_COVERAGE: '/tmp/x' } },
      'env-refused',
      'declared',
    ],
    ['NODE_ENV', { command: DECLARED, env: { NODE_ENV: 'test' } }, 'declared', 'declared'],
    ['LD_PRELOAD', { command: DECLARED, env: { LD_PRELOAD: 'x.so' } }, 'env-refused', 'declared'],
    [
      'DYLD_INSERT_LIBRARIES',
      { command: DECLARED, env: { DYLD_INSERT_LIBRARIES: 'x' } },
      'env-refused',
      'declared',
    ],
    ['PYTHONPATH', { command: DECLARED, env: { PYTHONPATH: '.' } }, 'env-refused', 'declared'],
    [
      'npm_config_registry',
      { command: DECLARED, env: { npm_config_registry: 'x' } },
      'env-refused',
      'declared',
    ],
    ['HOME', { command: DECLARED, env: { HOME: '/tmp' } }, 'env-refused', 'declared'],
    ['a URL', { url: 'http://localhost:9/mcp' }, 'http://localhost:9/mcp', 'http://localhost:9/mcp'],
    [
      'a URL with a token',
      { url: 'http://localhost:9/mcp', bearer_token_env: 'MCP_TOKEN' },
      'http://localhost:9/mcp',
      'http://localhost:9/mcp',
    ],
    [
      'a URL with the key of a model',
      { url: 'http://localhost:9/mcp', bearer_token_env: 'ANTHROPIC_API_KEY' },
      'token-refused',
      'http://localhost:9/mcp',
    ],
    [
      'a URL with a variable that nobody allowed',
      { url: 'http://localhost:9/mcp', bearer_token_env: 'SHOP_TOKEN' },
      'token-refused',
      'http://localhost:9/mcp',
    ],
    ['both', { url: 'http://localhost:9/mcp', command: DECLARED }, 'bad-target', 'bad-target'],
    ['neither', {}, 'bad-target', 'bad-target'],
    ['a token for a command', { command: DECLARED, bearer_token_env: 'T' }, 'bad-target', 'bad-target'],
    ['an environment for a URL', { url: 'http://localhost:9/mcp', env: {} }, 'bad-target', 'bad-target'],
  ];
  it.each(rows)('%s', async (_what, args, reading, writing) => {
    expect(await admit(args)).toBe(reading);
    expect(await admit(args, { writes: true })).toBe(writing);
  });

  it('names both ways to allow a command', async () => {
    const refused = await admitTarget(
      { command: ['x'] },
      { workspace, env: {}, writes: false, pin: false },
    ).catch((error: McptestError) => `${error.message} ${error.hint}`);
    expect(refused).toContain('servers:');
    expect(refused).toContain('--enable-writes');
  });

  it('a declared command runs where it was declared to run', async () => {
    const options = { workspace, env: {}, writes: false, pin: false };
    const target = await admitTarget({ command: DECLARED }, options);
    expect(target).toMatchObject({ server: 'declared', config: join(workspace, 'mcptest.yml') });
    expect(target).not.toHaveProperty('command');
  });

  it('only the suite of the root counts, and only a valid one', async () => {
    writeFileSync(join(workspace, 'sub', 'mcptest.yml'), 'servers: { x: { command: [evil] } }');
    writeFileSync(join(workspace, 'other.mcptest.yml'), 'servers: { x: { command: [evil] } }');
    expect(await admit({ command: ['evil'] })).toBe('command-refused');
    writeFileSync(join(workspace, 'mcptest.yml'), 'servers: { x: { command: [evil] } }\nserverz: {}');
    expect(await admit({ command: ['evil'] })).toBe('command-refused');
  });

  it('--pin accepts a declaration once, and refuses it when it changed', async () => {
    const pin = { pin: true };
    expect(await admit({ command: DECLARED }, pin)).toBe('declared');
    expect(await admit({ command: DECLARED }, pin)).toBe('declared');
    writeFileSync(join(workspace, 'mcptest.yml'), SUITE.replace('server.js', 'evil.js'));
    const changed = { command: ['node', 'evil.js', '--port', '7'] };
    expect(await admit(changed)).toBe('declared');
    expect(await admit(changed, pin)).toBe('pin-changed');
    writeFileSync(join(workspace, 'mcptest.yml'), SUITE.replace('cwd: sub', 'env: { NODE_OPTIONS: x }'));
    expect(await admit({ command: DECLARED }, pin)).toBe('pin-changed');
    writeFileSync(join(workspace, 'mcptest.yml'), SUITE);
    expect(await admit({ command: DECLARED }, pin)).toBe('declared');
  });
});
