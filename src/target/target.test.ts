import { describe, expect, it } from 'vitest';
import { folder, suite } from '../../test/lib/cli.js';
import { openRedactor } from '../redact/open-redactor.js';
import { openTarget, suiteServers, type TargetInput, targetSpec } from './target.js';

const two = suite({
  servers: {
    shop: { command: ['node', 'shop.js'], env: { A: '1' }, pass_env: ['HOME'] },
    bank: { url: 'https://bank.example/mcp' },
  },
});
const specOf = (input: TargetInput, env: NodeJS.ProcessEnv = {}) =>
  targetSpec({ ...input, env }, openRedactor(env));
const code = (name: string) => expect.objectContaining({ code: name });

describe('targetSpec', () => {
  it('a command, split as a shell would, with the variables that it may read', async () => {
    const spec = await specOf(
      { command: 'node "my server.js"', cwd: '/p', pass_env: ['KEY'], child_env: { A: '1' } },
      { KEY: 'k' },
    );
    expect(spec).toMatchObject({
      command: ['node', 'my server.js'],
      cwd: '/p',
      pass_env: ['KEY'],
      env: { A: '1' },
    });
    expect(spec).not.toHaveProperty('url');
  });

  it('a URL with its token and headers; nothing is started, so --request-timeout holds for the handshake', async () => {
    const spec = await specOf(
      {
        url: 'https://x.example/mcp',
        bearer_token_env: 'KEY',
        headers: { 'X-A': 'b' },
        request_timeout_ms: 500,
      },
      { KEY: 'k-12345678' },
    );
    expect(spec).toMatchObject({
      url: 'https://x.example/mcp',
      auth: { bearer_token_env: 'KEY' },
      headers: { 'X-A': 'b' },
      startup_timeout_ms: 500,
      request_timeout_ms: 500,
    });
    expect(spec).not.toHaveProperty('command');
  });

  it('gives npx time to download', async () => {
    const start = async (command: string[]) => (await specOf({ command })).startup_timeout_ms;
    expect(await start(['npx', '-y', 'server'])).toBeGreaterThan(await start(['node', 'server.js']));
  });

  it('knows the secrets: headers, the token, passed variables, words of the command', async () => {
    const env = { TOKEN: 'token-secret', PASSED: 'passed-secret' };
    const redactor = openRedactor(env);
    await targetSpec(
      {
        command: ['node', 's.js', '--api-key=word-secret'],
        bearer_token_env: 'TOKEN',
        headers: { Authorization: 'header-secret' },
        pass_env: ['PASSED'],
        env,
      },
      redactor,
    );
    for (const value of ['header-secret', 'token-secret', 'passed-secret', 'word-secret'])
      expect(redactor.text(`it is ${value}.`)).not.toContain(value);
  });

  it.each([
    [{ command: ['a'], url: 'https://x.example' }, 'two-targets'],
    [{ server: 'a', command: ['a'] }, 'two-targets'],
    [{ command: [] }, 'bad-command'],
    [{ command: '' }, 'bad-command'],
    [{ command: ['a'], pass_env: ['NOT_SET'] }, 'variable-missing'],
  ])('%j is refused: %s', async (input, name) => {
    await expect(specOf(input)).rejects.toThrow(code(name));
  });
});

describe('a server of the suite', () => {
  const cwd = folder({ 'mcptest.yml': two });

  it('is named, and the command line counts before the suite', async () => {
    const spec = await specOf(
      {
        server: 'shop',
        cwd,
        request_timeout_ms: 5,
        protocol: 'legacy',
        child_env: { B: '2' },
        pass_env: ['KEY'],
      },
      { KEY: 'k' },
    );
    expect(spec).toMatchObject({
      name: 'shop',
      request_timeout_ms: 5,
      protocol: 'legacy',
      env: { A: '1', B: '2' },
      pass_env: ['HOME', 'KEY'],
    });
  });

  it('stays as it is declared where nothing is said', async () => {
    const spec = await specOf({ server: 'shop', cwd });
    const declared = await suiteServers({}, { cwd, workspace: cwd, env: {} });
    expect(spec).toStrictEqual(declared.shop);
  });

  it('may be left out when there is one', async () => {
    const alone = folder({ 'mcptest.yml': suite({ servers: { shop: { command: ['node', 's.js'] } } }) });
    expect((await specOf({ cwd: alone })).name).toBe('shop');
    await expect(specOf({ cwd })).rejects.toThrow(/several servers/);
  });

  it('a misspelt name is answered with the one that was probably meant', async () => {
    await expect(specOf({ server: 'shpo', cwd })).rejects.toThrow(
      expect.objectContaining({ code: 'unknown-server', hint: 'did you mean `shop`?' }),
    );
    await expect(specOf({ server: 'constructor', cwd })).rejects.toThrow(code('unknown-server'));
  });
});

it('what is no URL is refused before anything is sent', async () => {
  await expect(openTarget({ url: 'ftp://x.example', env: {} })).rejects.toThrow(code('bad-url'));
});
