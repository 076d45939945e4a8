import { describe, expect, test } from 'vitest';
import type { Reply, ServerSpec } from '../../types/connection.js';
import { answer, CHAOS, chaos, codes, echo, options, reach, refused, spec } from '../chaos-testkit.js';

/** The text of a tool's answer. */
function textOf(reply: Reply): string {
  const { result } = reply as unknown as { result: { content: [{ text: string }] } };
  return result.content[0].text;
}

describe('a server that cannot be reached', () => {
  test('an unknown command is named with its folder and PATH', async () => {
    const failure = await refused(spec({ command: ['no-such-program', '--x'] }));
    expect(failure).toMatchObject({ stage: 'spawn', code: 'ENOENT' });
    expect(failure.message).toContain('"no-such-program"');
    expect(failure.message).toContain(spec({}).cwd);
    expect(failure.message).toContain('PATH');
  });

  test('a relative path is looked for in the working directory', async () => {
    const failure = await refused(spec({ command: ['./no/such/file'] }));
    expect(failure.message).toContain(`${spec({}).cwd}/no/such/file does not exist`);
  });

  test('a file that is not executable and a missing folder are told apart', async () => {
    expect((await refused(spec({ command: [CHAOS] }))).message).toContain('not executable');
    const failure = await refused(chaos('none', { cwd: '/no/such/folder' }));
    expect(failure.message).toContain('working directory does not exist');
  });

  test('one that dies at its start is reported with exit code and stderr, not by deadline', async () => {
    const failure = await refused(chaos('die-at-start'));
    expect(failure).toMatchObject({ stage: 'start', code: 'exited' });
    expect(failure.message).toContain('exited with code 7');
    expect(failure.stderr?.join()).toContain('missing API key');
  });

  test('a grandchild that holds the pipes open delays nothing', async () => {
    const failure = await refused(spec({ command: ['sh', '-c', 'sleep 60 & echo no licence >&2; exit 5'] }));
    expect(failure.message).toContain('exited with code 5');
    expect(failure.stderr?.join()).toContain('no licence');
  });

  test('one that never answers the handshake says which stage hung', async () => {
    const failure = await refused(chaos('hang-handshake', { startup_timeout_ms: 300 }));
    expect(failure).toMatchObject({ stage: 'handshake', code: 'handshake-timeout' });
    expect(failure.message).toContain('initialize');
  });

  test('Content-Length framing is named', async () => {
    const failure = await refused(chaos('content-length'));
    expect(failure).toMatchObject({ stage: 'handshake', code: 'framing' });
    expect(failure.message).toContain('Content-Length');
  });

  test('a line like that from a server that has spoken is noise and nothing more', async () => {
    const program = `
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id } = JSON.parse(line);
        if (id === undefined) return;
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
        console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
        console.log('Content-Length: 42');
      });`;
    const connection = await reach(spec({ command: [process.execPath, '-e', program] }));
    for (let n = 0; n < 2; n += 1) expect(await connection.request('ping')).toMatchObject({ kind: 'result' });
    expect(codes(connection)).toEqual(['stdout-noise']);
  });

  test('an unknown protocol version is named', async () => {
    const failure = await refused(chaos('unknown-version'));
    expect(failure).toMatchObject({ code: 'unknown-version' });
    expect(failure.message).toContain('1999-01-01');
  });

  test('the first refusal is the one that is reported', async () => {
    const failure = await refused(chaos('refuse-initialize'));
    expect(failure).toMatchObject({ stage: 'handshake', code: 'handshake-refused' });
    expect(failure.message).toContain('no initialize here');
  });

  test('a program that only echoes is no server', async () => {
    expect((await refused(chaos('echo-input'))).message).toContain('not an MCP server');
  });

  test('a server that closes stdout and lives on is given up', async () => {
    expect((await refused(chaos('close-stdout'))).message).toContain('closed its stdout');
  });

  test('connecting can be cancelled', async () => {
    const signal = AbortSignal.timeout(200);
    expect(await refused(chaos('hang-handshake'), { signal })).toMatchObject({ code: 'aborted' });
  });

  test('an unknown protocol word is refused before anything starts', async () => {
    expect(await refused(chaos('none', { protocol: '2031-01-01' }))).toMatchObject({
      code: 'unknown-protocol',
    });
  });
});

describe('the handshake', () => {
  test('tells era, revision, server and capabilities', async () => {
    const { info } = await reach(chaos());
    expect(info).toMatchObject({
      transport: 'stdio',
      era: 'legacy',
      protocol_version: '2025-11-25',
      server_info: { name: 'chaos-mcp' },
      capabilities: { tools: { listChanged: true } },
      auth: 'none',
    });
  });

  test('a pinned revision is asked for', async () => {
    const { info } = await reach(chaos('none', { protocol: '2024-11-05' }));
    expect(info.protocol_version).toBe('2024-11-05');
  });

  test('a server that refuses our revision and names its own is asked again', async () => {
    expect((await reach(chaos('old-only'))).info.protocol_version).toBe('2024-11-05');
    const failure = await refused(chaos('old-only', { protocol: '2025-06-18' }));
    expect(failure).toMatchObject({ code: 'handshake-refused' });
  });

  test('one that offers one revision after the other has no more time for it than any other', async () => {
    const failure = await refused(
      inline(
        `const older = ['2025-06-18', '2025-03-26', '2024-11-05'].filter((each) => each < params.protocolVersion);
         setTimeout(() => fail(id, -32602, { supported: older }), 400);`,
        { startup_timeout_ms: 1000 },
      ),
    );
    expect(failure).toMatchObject({ code: 'handshake-timeout' });
  });

  test('a slow start is waited for', async () => {
    expect((await reach(chaos('slow-start'))).alive).toBe(true);
  });

  test('a byte order mark is accepted once and noted', async () => {
    expect(codes(await reach(chaos('bom')))).toEqual(['byte-order-mark']);
  });

  test('a number that is not kept is told, and a key that is there twice', async () => {
    const server = inline(`if (method === 'initialize')
      say({ id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } } });
      else if (id !== undefined) console.log('{"jsonrpc":"2.0","id":' + id + ',"result":{"a":1,"a":2,"id":9007199254740993}}');`);
    const connection = await reach(server);
    await connection.request('tools/call');
    expect(codes(connection)).toEqual(['inexact-number', 'duplicate-key']);
  });

  test('mcptest as argv[0] is this very program', async () => {
    expect(await echo(await reach(spec({ command: ['mcptest', '--x'] })))).toMatchObject(answer('hello'));
  });
});

/** A server whose answers are a few lines of script. */
function inline(script: string, extra: Partial<ServerSpec> = {}): ServerSpec {
  const program = `
    const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const fail = (id, code, data) => say({ id, error: { code, message: 'Unsupported', data } });
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      ${script}
    });`;
  return spec({ command: [process.execPath, '-e', program], ...extra });
}

describe('capabilities', () => {
  const server = (capabilities: object, list: string) =>
    inline(`if (method === 'initialize')
      say({ id, result: { protocolVersion: '2025-11-25', capabilities: ${JSON.stringify(capabilities)}, serverInfo: { name: 's', version: '1' } } });
      else if (id !== undefined) ${list};`);

  test('that are declared and not served are found', async () => {
    const connection = await reach(server({ tools: {}, prompts: {} }, 'fail(id, -32601)'));
    for (const method of ['prompts/list', 'resources/list'] as const) await connection.list(method);
    expect(connection.faults()).toMatchObject([
      { code: 'capability-unserved', message: expect.stringContaining('`prompts`'), count: 1 },
    ]);
  });

  test('that are served and not declared are found', async () => {
    const connection = await reach(
      server(
        {},
        `say({ id, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }], prompts: [] } })`,
      ),
    );
    for (const method of ['tools/list', 'prompts/list'] as const) await connection.list(method);
    expect(connection.faults()).toMatchObject([
      { code: 'capability-undeclared', message: expect.stringContaining('`tools`'), count: 1 },
    ]);
  });
});

describe('the stateless era', () => {
  test('of a later revision is told with what the server supports', async () => {
    const { message } = await refused(inline(`fail(id, -32022, { supported: ['2031-01-01'] })`));
    expect(message).toMatch(
      /refused initialize.*supports \["2031-01-01"\].*then asked with server\/discover/,
    );
    const other = await refused(
      inline(
        `if (method === 'initialize') fail(id, -32022); else say({ id, result: { supportedVersions: ['2031-01-01'] } })`,
      ),
    );
    expect(other.message).toMatch(/then asked with server\/discover: the server supports \["2031-01-01"\]/);
  });

  const modern = (fault: string, protocol = 'auto') =>
    spec({ command: [process.execPath, CHAOS, '--modern', '--fault', fault], protocol });

  test('is found when initialize is refused, and every request says who asks', async () => {
    const connection = await reach(modern('none'));
    expect(connection.info).toMatchObject({
      era: 'modern',
      protocol_version: '2026-07-28',
      server_info: { name: 'chaos-mcp' },
    });
    const reply = await connection.request('tools/call', { name: 'received', _meta: { own: 1 } });
    const seen = JSON.parse(textOf(reply));
    expect(seen.at(-1).params._meta).toEqual({
      own: 1,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'mcptest', version: '0.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    });
    expect(seen.map((message: { method: string }) => message.method)).not.toContain(
      'notifications/initialized',
    );
  });

  test('is asked of a fresh process when the first died of its refusal', async () => {
    expect((await reach(modern('refuse-and-exit'))).info.era).toBe('modern');
    expect((await refused(chaos('refuse-and-exit'))).message).toContain('no initialize here');
  });

  test('has no requests from the server: they are a fault and stay unanswered', async () => {
    const connection = await reach(modern('server-request'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    const seen = JSON.stringify(await connection.request('tools/call', { name: 'received' }));
    expect(seen).not.toContain('ask-ping');
    expect(codes(connection)).toEqual(Array(4).fill('server-request'));
  });

  test('is not spoken where a legacy revision is pinned', async () => {
    expect(await refused(modern('none', 'legacy'))).toMatchObject({ code: 'handshake-refused' });
  });
});

describe('the environment of a server', () => {
  test('holds what is declared and no key of ours', async () => {
    const env = { ...process.env, ANTHROPIC_API_KEY: 'k', WANTED: '1', SECRET_TOKEN: 's' };
    const connection = await reach(chaos('none', { env: { OWN: 'x' }, pass_env: ['WANTED'] }), { env });
    const reply = await connection.request('tools/call', { name: 'env_names' });
    const names = textOf(reply).split(' ');
    expect(names).toEqual(expect.arrayContaining(['PATH', 'OWN', 'WANTED']));
    expect(names).not.toContain('ANTHROPIC_API_KEY');
    expect(names).not.toContain('SECRET_TOKEN');
  });
});

describe('what a server prints', () => {
  test('log lines on stdout are noted and the call goes on', async () => {
    const connection = await reach(chaos('noise'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    const [fault] = connection.faults();
    expect(fault).toMatchObject({ code: 'stdout-noise', count: 2 });
    expect(fault?.message).toContain('[info] handling a call');
  });

  test('a message may be indented, and text that is no UTF-8 is told as such', async () => {
    const script = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method !== 'initialize') return;
      process.stdout.write(Buffer.from([0x68, 0xff, 0x0a]));
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
      console.log('\\t ' + JSON.stringify({ jsonrpc: '2.0', id, result }));
    });`;
    const connection = await reach(spec({ command: [process.execPath, '-e', script], protocol: 'legacy' }));
    expect(codes(connection)).toEqual(['invalid-utf8']);
  });

  test('characters torn between writes arrive whole', async () => {
    const connection = await reach(chaos('split-utf8'));
    expect(await echo(connection, 'naïve 日本 🎉')).toMatchObject(answer('naïve 日本 🎉'));
    expect(codes(connection)).toEqual([]);
  });

  test('CRLF and blank lines are accepted', async () => {
    const connection = await reach(chaos('crlf'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    expect(codes(connection)).toEqual([]);
  });

  test('invalid UTF-8 fails its request at once, with the byte', async () => {
    const connection = await reach(chaos('invalid-utf8'));
    expect(await echo(connection)).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/UTF-8 at byte \d+/),
    });
    expect(codes(connection)).toEqual(['invalid-utf8']);
  });

  test('pretty-printed JSON is named when the answer never comes', async () => {
    const connection = await reach(chaos('pretty-json'));
    const reply = await echo(connection, 'x', 3000);
    expect(reply).toMatchObject({ kind: 'timeout', message: expect.stringContaining('several lines') });
    expect(codes(connection)).toEqual(['embedded-newline']);
  });

  test('a line without end stops at the cap and ends the server', async () => {
    const connection = await reach(chaos('no-newline', { max_message_bytes: 4 * 1024 * 1024 }));
    expect(await echo(connection)).toMatchObject({
      kind: 'died',
      message: expect.stringContaining('exceeds 4194304'),
    });
    expect(connection.alive).toBe(false);
    expect(codes(connection)).toEqual(['message-too-large']);
  });

  test('a large legal answer is read whole', async () => {
    const reply = await echo(await reach(chaos('big')));
    expect(textOf(reply)).toHaveLength(12 * 1024 * 1024);
  });

  test('a flood on stderr blocks nothing and stays bounded', async () => {
    const connection = await reach(chaos('stderr-flood'));
    expect(await echo(connection)).toMatchObject(answer('hello'));
    expect(connection.stderrTail().length).toBeLessThanOrEqual(4096);
    expect(connection.stderrTail()).toContain('eeee');
  });
});

test('closing twice is closing once', async () => {
  const connection = await reach(chaos(), options);
  await Promise.all([connection.close(), connection.close()]);
  await connection.close();
  expect(await echo(connection)).toMatchObject({ kind: 'died', message: 'the connection was closed.' });
});
