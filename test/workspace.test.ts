// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
/** What suites share: servers of a matrix, folders, a workspace; and what one command needs of all that. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredCommands } from '../src/target/declared-commands.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, folder, mcptest, suite } from './lib/cli.js';

const json = async (args: string[], cwd: string) => {
  const ran = await mcptest(['run', ...args, '--reporter', 'json'], { cwd });
  return { ...ran, envelope: JSON.parse(ran.stdout || '{}') as RunEnvelope };
};

describe('matrix', () => {
  const servers = {
    stdio: { command: chaos('none') },
    http: { command: chaos('none') },
    other: { command: chaos('none') },
  };
  const matrix = { server: ['stdio', 'http'] };
  const expectHi = [{ 'result.content[0].text': { contains: 'hi' } }];

  it('covers a tool that was called on one of the servers, and counts their tools once', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers,
        tools: [
          { name: 'echoes', tool: 'echo', args: { text: 'hi' }, matrix, expect: expectHi },
          { name: 'sees', tool: 'env_names', args: {}, server: 'http' },
        ],
      }),
    });
    const { envelope, code } = await json([], cwd);
    expect(code).toBe(0);
    expect(envelope.results.map(({ name }) => name)).toEqual(['echoes [stdio]', 'echoes [http]', 'sees']);
    expect(envelope.coverage).toMatchObject({
      total: 7,
      covered: 2,
      tools: [{ server: 'stdio', servers: ['stdio', 'http'], total: 7, covered: 2 }],
    });
    const one = await json(['--filter', 'echoes [http]'], cwd);
    expect(one.envelope.results.map(({ name }) => name)).toEqual(['echoes [http]']);
    const parts = await Promise.all(
      [1, 2, 3].map((index) =>
        mcptest(['run', '--shard', `${index}/3`, '--output', `part${index}.json`, '--reporter', 'json'], {
          cwd,
        }),
      ),
    );
    expect(parts.map((part) => part.code)).toEqual([0, 0, 0]);
    const merged = await mcptest(
      ['report', '--merge', 'part1.json', 'part2.json', 'part3.json', '--format', 'json'],
      { cwd },
    );
    const whole = JSON.parse(merged.stdout) as RunEnvelope;
    expect(whole.coverage).toMatchObject({ total: 7, covered: 2 });
    expect(whole.results.map(({ id }) => id)).toEqual(envelope.results.map(({ id }) => id));
  });

  it('fails in the row of the server that fails, with snapshots and retries of its own', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { ...servers, http: { command: ['./not-there'] } },
        tools: [
          {
            name: 'kept',
            tool: 'echo',
            args: { text: 'hi' },
            matrix,
            expect: [{ result: { snapshot: true } }],
          },
        ],
      }),
    });
    const { envelope, code } = await json([], cwd);
    expect(code).toBe(3);
    expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['kept [stdio]', 'pass'],
      ['kept [http]', 'inconclusive'],
    ]);
    expect(envelope.snapshots?.written).toHaveLength(1);
  });
});

describe('introspection', () => {
  it('needs only the variables of the server that it starts', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: {
          free: { command: chaos('none') },
          locked: { command: chaos('none'), env: { KEY: '${env:NOT_SET_ANYWHERE}' } },
        },
        tools: [{ name: 'x', tool: 'echo', server: 'free', args: { text: '${env:NOT_SET_EITHER}' } }],
      }),
    });
    const free = await mcptest(['tools', 'free'], { cwd });
    expect(free.code, free.stderr).toBe(0);
    expect(free.stdout).toContain('echo');
    expect((await mcptest(['call', 'free', 'echo', 'text=hi'], { cwd })).code).toBe(0);
    const locked = await mcptest(['tools', 'locked'], { cwd });
    expect(locked.code).toBe(2);
    expect(locked.stderr).toContain('NOT_SET_ANYWHERE');
    expect(locked.stderr).not.toContain('NOT_SET_EITHER');
    expect((await mcptest(['tools', 'fre'], { cwd })).stderr).toContain('free');
    expect((await json([], cwd)).code).toBe(2);
  });
});

describe('mcptest.config.yml', () => {
  const echo = {
    name: 'echoes',
    tool: 'echo',
    args: { text: '${word}' },
    expect: [{ 'result.content[0].text': '${said}' }],
  };

  /** Two packages below a root with this configuration. */
  const monorepo = (config: object, pack: object, root = {}): string => {
    const dir = folder({ 'mcptest.config.yml': suite({ ...config }), ...root });
    for (const name of ['one', 'two']) {
      mkdirSync(join(dir, 'packages', name), { recursive: true });
      writeFileSync(join(dir, 'packages', name, 'mcptest.yml'), suite({ ...pack }));
    }
    return dir;
  };

  it('lends servers, variables and run options to the suites of every package, from each of them and from the root', async () => {
    const root = monorepo(
      {
        servers: { shared: { command: chaos('none'), env: { WHERE: '${CONFIG_DIR}' } } },
        variables: { word: 'of the root', said: 'of the root' },
        run_options: { retries: 3 },
      },
      { tools: [echo] },
    );
    for (const cwd of [join(root, 'packages/one'), join(root, 'packages/two')]) {
      const { code, envelope, stderr } = await json([], cwd);
      expect(code, stderr).toBe(0);
      expect(envelope.results.map(({ name, server }) => [name, server])).toEqual([['echoes', 'shared']]);
    }
    const whole = await json(['packages'], root);
    expect(whole.envelope.results.map(({ file }) => file)).toEqual([
      'packages/one/mcptest.yml',
      'packages/two/mcptest.yml',
    ]);
    // One server, whose tools the two suites call together.
    expect(whole.envelope.coverage?.tools.map(({ lent_by }) => lent_by)).toEqual([
      'mcptest.config.yml',
      'mcptest.config.yml',
    ]);
    expect(whole.envelope.coverage?.total).toBe(whole.envelope.coverage?.tools[0]?.total);
    // Saved in the root, not in each package.
    expect((await mcptest(['report', 'latest', '--format', 'minimal'], { cwd: root })).code).toBe(0);
  });

  it('has servers to ask also where no suite is', async () => {
    const root = folder({ 'mcptest.config.yml': suite({ servers: { shared: { command: chaos('none') } } }) });
    const asked = await mcptest(['tools', 'shared'], { cwd: root });
    expect(asked.stdout).toContain('echo');
    const run = await mcptest(['run'], { cwd: root });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('there is no mcptest.yaml or mcptest.yml in this folder');
  });

  it('counts least: flag before suite before configuration', async () => {
    const failing = { ...echo, expect: [{ 'result.content[0].text': 'never' }] };
    const attempts = async (shared: object, pack: object, args: string[]) => {
      const root = monorepo(
        { servers: { shared: { command: chaos('none') } }, variables: { word: 'a', said: 'a' }, ...shared },
        { tools: [failing], ...pack },
      );
      return (await json(args, join(root, 'packages/one'))).envelope.results[0]?.attempts ?? 1;
    };
    const config = { run_options: { retries: 3 } };
    expect(await attempts(config, {}, [])).toBe(4);
    expect(await attempts(config, { run_options: { retries: 1 } }, [])).toBe(2);
    expect(await attempts(config, { run_options: { concurrency: 1 } }, [])).toBe(4);
    expect(await attempts(config, { run_options: { retries: 1 } }, ['--retries', '0'])).toBe(1);
    expect(
      await attempts(config, { tools: [{ ...failing, retries: 2 }], run_options: { retries: 1 } }, []),
    ).toBe(3);
  });

  it('loses against what a suite declares and imports', async () => {
    const root = monorepo(
      {
        servers: { shared: { command: ['./not-there'] }, lent: { command: ['./not-there'] } },
        variables: { word: 'far', said: 'far' },
      },
      {
        imports: ['../../lent.yml'],
        servers: { shared: { command: chaos('none') } },
        variables: { said: 'near', word: 'near' },
        tools: [{ ...echo, matrix: { server: ['shared', 'lent'] } }],
      },
      { 'lent.yml': suite({ servers: { lent: { command: chaos('none') } } }) },
    );
    const { code, stderr } = await json([], join(root, 'packages/one'));
    expect(code, stderr).toBe(0);
  });

  it('is told with its own place where it is wrong', async () => {
    const root = monorepo(
      { tools: [echo] },
      { servers: { s: { command: ['x'] } }, tools: [{ name: 'x', tool: 'y' }] },
    );
    const { code, stdout } = await mcptest(['validate'], { cwd: join(root, 'packages/one') });
    expect(code).toBe(2);
    expect(stdout).toContain('mcptest.config.yml:2');
    expect(stdout).toContain('tests stand in suites');
  });

  it('lets suites read files of the workspace beside their package', async () => {
    const pack = {
      servers: { s: { command: chaos('none') } },
      tools: [{ name: 'x', tool: 'echo', args: { text: '${case.t}' }, cases: { from: '../../rows.csv' } }],
    };
    const root = monorepo({}, pack, { 'rows.csv': 't\nhi\n' });
    expect((await json([], join(root, 'packages/one'))).code).toBe(0);
    const apart = folder({ 'rows.csv': 't\nhi\n' });
    mkdirSync(join(apart, 'p/one'), { recursive: true });
    writeFileSync(join(apart, 'p/one/mcptest.yml'), suite(pack));
    const refused = await json([], join(apart, 'p/one'));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('outside the workspace');
  });

  it('unlocks no command for the front door', async () => {
    const root = monorepo(
      {
        servers: {
          shared: { command: ['node', 'shared.js'] },
          far: { url: 'https://far.example/mcp', auth: { bearer_token_env: 'T' } },
        },
      },
      {},
      {
        'mcptest.yml': suite({
          servers: { own: { command: ['node', 'own.js'] } },
          tools: [{ name: 'x', tool: 'y', server: 'shared' }],
        }),
      },
    );
    const { servers, origins, problem } = await declaredCommands(root, { env: {} });
    expect(problem).toBeUndefined();
    expect(servers.map(({ name }) => name)).toEqual(['own']);
    expect([...origins.keys()]).toEqual([]);
  });
});
