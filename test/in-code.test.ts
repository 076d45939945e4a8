/** Tests in code: the example projects under real Vitest and node:test, what fails there, and what is left behind. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { chaos, folder, mcptest, root, suite } from './lib/cli.js';
import { marked, noneLeft } from './lib/processes.js';

const VITEST = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter', 'verbose'];
const NODE = ['--test', '--test-reporter', 'tap'];
const SECRET = 'hunter2-of-the-harbour';

interface Ended {
  code: number | null;
  text: string;
}

/** Runs a program of Node; what is below it carries the mark. */
function node(args: string[], cwd: string, mark: string, during?: (pid: number) => void): Promise<Ended> {
  return new Promise((done) => {
    const env = { ...process.env, NODE_OPTIONS: '', CI: '', VITEST: '', NO_COLOR: '1', API_TOKEN: SECRET };
    // Vitest would take over what it finds of itself, and node:test would think that it is a part of another.
    for (const name of Object.keys(env))
      if (/^(?:VITEST|NODE_TEST)/.test(name)) delete (env as Record<string, unknown>)[name];
    const child = spawn(process.execPath, args, { cwd, env: { ...env, MARK: mark } });
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => out.push(chunk));
    child.on('close', (code) => done({ code, text: Buffer.concat(out).toString('utf8') }));
    if (child.pid !== undefined) during?.(child.pid);
  });
}

/** A project that has mcptest and the rest installed. */
function project(files: Record<string, string> = {}): string {
  const dir = folder({ 'package.json': '{"private":true,"type":"module"}', ...files });
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(root, join(dir, 'node_modules/mcptest'));
  for (const name of ['vitest', 'zod', '@modelcontextprotocol', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(dir, 'node_modules', name));
  return dir;
}

let examples = '';
beforeAll(() => {
  examples = project();
  cpSync(join(root, 'examples/tests-in-code'), examples, { recursive: true });
});

describe('the example projects', () => {
  it('pass under Vitest, each test of the suite by its name', async () => {
    const { code, text } = await node(
      [...VITEST, '--exclude', '**/fails*'],
      join(examples, 'vitest'),
      'IN_CODE_A',
    );
    expect(code, text).toBe(0);
    expect(text).toContain('✓ suite.test.ts > mcptest.yml > an empty note is refused');
    expect(text).toContain('↓ suite.test.ts > mcptest.yml > not ready yet');
    expect(text).toContain('✓ notes.test.ts > an agent > chooses the right tool');
    await noneLeft('MARK=IN_CODE_A');
  });

  it('fail under Vitest where they are meant to, at their place', async () => {
    const { code, text } = await node([...VITEST, 'fails-on-purpose'], join(examples, 'vitest'), 'IN_CODE_B');
    expect(code).toBe(1);
    expect(text).toContain('✓ fails-on-purpose.test.ts > fails-on-purpose.mcptest.yml > this one passes');
    expect(text).toContain('× fails-on-purpose.test.ts > fails-on-purpose.mcptest.yml > this one fails');
    expect(text).toContain('expected  contains "buy bread"');
    expect(text).toContain('❯ this_one_fails ../fails-on-purpose.mcptest.yml:17:1');
    expect(text).toContain('expected add to return text, but it is a tool error');
    expect(text).toContain('2 failed | 1 passed');
    await noneLeft('MARK=IN_CODE_B');
  });

  it('pass and fail under node:test', async () => {
    const cwd = join(examples, 'node-test');
    const green = await node([...NODE, 'suite.test.mjs', 'notes.test.mjs'], cwd, 'IN_CODE_C');
    expect(green.code, green.text).toBe(0);
    expect(green.text).toMatch(/ok \d+ - an empty note is refused\n/);
    expect(green.text).toContain('not ready yet # SKIP waits for the new search');
    const red = await node([...NODE, 'fails-on-purpose.test.mjs'], cwd, 'IN_CODE_C');
    expect(red.code).toBe(1);
    expect(red.text).toContain('ok 1 - this one passes');
    expect(red.text).toContain('not ok 2 - this one fails');
    expect(red.text).toMatch(/this_one_fails \(.*fails-on-purpose\.mcptest\.yml:17:1\)/);
    expect(red.text).toContain('not ok 2 - an empty note is welcome');
    await noneLeft('MARK=IN_CODE_C');
  });

  it('have the types that `mcptest types` writes, and compile with them', async () => {
    const { stdout } = await mcptest(['types', 'notes'], { cwd: examples });
    expect(readFileSync(join(examples, 'tools.d.ts'), 'utf8')).toBe(stdout);
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    writeFileSync(
      join(examples, 'vitest/wrong.ts'),
      `import { server } from 'mcptest/vitest';
       import type { NotesTools } from '../tools.js';
       const notes = await server<NotesTools>({ command: ['node'] });
       // @ts-expect-error there is no such argument
       await notes.call('add', { txet: 'a' });
       // @ts-expect-error the text is required
       await notes.call('add');
       const any = await server({ command: ['node'] });
       await any.call('x');
       await any.call('x', { a: 1 }, { timeout_ms: 5 });
       // @ts-expect-error there is no such tool
       await notes.call('remove', {});`,
    );
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const args = [tsc, ...flags, ...types, 'notes.test.ts', 'suite.test.ts', 'wrong.ts'];
    const { code, text } = await node(args, join(examples, 'vitest'), 'IN_CODE_D');
    expect(text).toBe('');
    expect(code).toBe(0);
  });
});

describe('suites as native tests', () => {
  const silent = { chaos: { command: chaos('none') } };
  const echoes = (name: string, text = 'hi') => ({
    name,
    tool: 'echo',
    args: { text },
    expect: [{ 'result.content[0].text': { contains: 'hi' } }],
  });

  it('runs what a pattern chooses, and only that', async () => {
    const cwd = project({
      'mcptest.yml': suite({ servers: silent, tools: [echoes('first'), echoes('second', 'no')] }),
      'a.test.mjs': `import { suites } from 'mcptest/vitest';\nawait suites('mcptest.yml');`,
      'b.test.mjs': `import { suites } from 'mcptest/node-test';\nawait suites('mcptest.yml');`,
    });
    const one = await node([...VITEST, 'a.test', '-t', 'first'], cwd, 'IN_CODE_E');
    expect(one.code, one.text).toBe(0);
    const other = await node([...NODE, '--test-name-pattern', 'first', 'b.test.mjs'], cwd, 'IN_CODE_E');
    expect(other.code, other.text).toBe(0);
    const runs = JSON.parse((await mcptest(['report', 'latest', '--format', 'json'], { cwd })).stdout);
    expect(runs.results.map(({ name }: { name: string }) => name)).toEqual(['first']);
    const all = await node([...VITEST, 'a.test'], cwd, 'IN_CODE_E');
    expect(all.code).toBe(1);
    expect(all.text).toContain('1 failed | 1 passed');
  });

  it('fails for what no row tells: coverage, and what could not be judged', async () => {
    const cwd = project({
      'coverage.mcptest.yml': suite({ servers: silent, coverage: { tools: 100 }, tools: [echoes('first')] }),
      'dead.mcptest.yml': suite({
        servers: { chaos: { command: ['./not-there'] } },
        tools: [echoes('dead')],
      }),
      'coverage.test.mjs': `import { suites } from 'mcptest/vitest';\nawait suites('coverage.mcptest.yml');`,
      'dead.test.mjs': `import { suites } from 'mcptest/node-test';\nawait suites('dead.mcptest.yml');`,
      'both.test.mjs': `import { suites } from 'mcptest/node-test';\nawait suites('coverage.mcptest.yml');`,
    });
    const uncovered = await node([...VITEST, 'coverage.test'], cwd, 'IN_CODE_F');
    expect(uncovered.text).toContain('✓ coverage.test.mjs > coverage.mcptest.yml > first');
    expect(uncovered.text).toContain('100% are required');
    expect(uncovered.code).toBe(1);
    expect((await node([...NODE, 'both.test.mjs'], cwd, 'IN_CODE_F')).code).toBe(1);
    const dead = await node([...NODE, 'dead.test.mjs'], cwd, 'IN_CODE_F');
    expect(dead.code).toBe(1);
    expect(dead.text).toContain('dead could not be judged');
  });

  it('writes, compares and accepts snapshots', async () => {
    const test = (text: string) => ({
      name: 'kept',
      tool: 'echo',
      args: { text },
      expect: [{ result: { snapshot: true } }],
    });
    const cwd = project({
      'mcptest.yml': suite({ servers: silent, tools: [test('one')] }),
      'a.test.mjs': `import { suites } from 'mcptest/vitest';\nawait suites('mcptest.yml');`,
    });
    expect((await node([...VITEST], cwd, 'IN_CODE_G')).code).toBe(0);
    writeFileSync(join(cwd, 'mcptest.yml'), suite({ servers: silent, tools: [test('two')] }));
    const differs = await node([...VITEST], cwd, 'IN_CODE_G');
    expect(differs.code).toBe(1);
    expect(differs.text).toContain('differs from its snapshot');
    expect((await node([...VITEST, '-u'], cwd, 'IN_CODE_G')).code).toBe(0);
    expect((await node([...VITEST], cwd, 'IN_CODE_G')).code).toBe(0);
  });
});

describe('servers in code', () => {
  const open = (fault: string) =>
    `await server({ command: ${JSON.stringify(chaos(fault))}, pass_env: ['MARK'] })`;

  it('end when a test fails, when it takes too long, and when a hook started them', async () => {
    const cwd = project({
      'a.test.mjs': `
        import { server } from 'mcptest/vitest';
        import { beforeAll, expect, test } from 'vitest';
        let shared;
        beforeAll(async () => { shared = ${open('none')}; });
        test('shares', async () => expect(await shared.call('echo', { text: 'hi' })).toReturnText('hi'));
        test('fails', async () => { ${open('none')}; throw new Error('on purpose'); });
        test('waits', { timeout: 1500 }, async () => {
          const one = ${open('none')};
          await one.call('echo', { text: 'x' });
          await new Promise(() => {});
        });`,
      'b.test.mjs': `
        import { before, test } from 'node:test';
        import { expect, server } from 'mcptest/node-test';
        let shared;
        before(async () => { shared = ${open('none')}; });
        test('shares', async () => expect(await shared.call('echo', { text: 'hi' })).toReturnText('hi'));
        test('fails', async () => { ${open('none')}; throw new Error('on purpose'); });`,
    });
    const one = await node([...VITEST, 'a.test'], cwd, 'IN_CODE_H');
    expect(one.text).toContain('2 failed | 1 passed');
    await noneLeft('MARK=IN_CODE_H');
    const other = await node([...NODE, 'b.test.mjs'], cwd, 'IN_CODE_H');
    expect(other.text).toMatch(/# pass 1\n# fail 1/);
    await noneLeft('MARK=IN_CODE_H');
  });

  it('end when the test runner is killed, also those that ignore the end of their input', async () => {
    for (const [args, from] of [
      [[...VITEST, 'a.test'], 'vitest'],
      [['a.test.mjs'], 'node-test'],
    ] as const) {
      const tests = from === 'vitest' ? 'vitest' : 'node:test';
      const stubborn = JSON.stringify([
        process.execPath,
        join(root, 'fixtures/chaos-mcp/server.mjs'),
        '--fault',
        'ignore-eof',
      ]);
      const cwd = project({
        'a.test.mjs': `
          import { server } from 'mcptest/${from}';
          import { test } from '${tests}';
          test('waits', { timeout: 100000 }, async () => {
            const one = await server({ command: ${stubborn}, pass_env: ['MARK'] });
            await one.call('echo', { text: 'x' });
            await new Promise((done) => setTimeout(done, 90000));
          });`,
      });
      const mark = `MARK=IN_CODE_KILL_${from}`;
      const servers = () =>
        marked(mark).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('chaos-mcp'));
      let parent = 0;
      const ended = node([...args], cwd, mark.slice(5), (pid) => {
        parent = pid;
      });
      await expect.poll(() => servers().length).toBe(1);
      // Whoever holds the server, and the runner above it, at once.
      for (const pid of marked(mark)) if (!servers().includes(pid)) process.kill(pid, 'SIGKILL');
      await ended;
      expect(parent).toBeGreaterThan(0);
      await noneLeft(mark);
    }
  });

  it('tells no secret, in answers and in failures', async () => {
    const cwd = project({
      'a.test.mjs': `
        import { server } from 'mcptest/vitest';
        import { expect, test } from 'vitest';
        test('leaks', async () => {
          const one = ${open('none')};
          const answer = await one.call('echo', { text: 'it is ' + process.env.API_TOKEN });
          console.log(JSON.stringify(answer));
          expect(answer).toReturnText('something else');
        });`,
    });
    const { text } = await node([...VITEST], cwd, 'IN_CODE_I');
    expect(text).toContain('it is [secret:API_TOKEN]');
    expect(text).not.toContain(SECRET);
  });
});

describe('matchers', () => {
  it('hold both ways round, and fail both ways where nobody can tell', async () => {
    const cwd = project({
      'silent.mjs': `
        import { createInterface } from 'node:readline';
        const results = {
          initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
          'tools/list': { tools: [{ name: 'x', inputSchema: { type: 'object' } }] }, 'tools/call': { content: [] }, ping: {},
        };
        for await (const line of createInterface({ input: process.stdin })) {
          const { id, method } = JSON.parse(line);
          if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } }) }));
        }`,
      'a.mjs': `
        import assert from 'node:assert/strict';
        import { agent, expect, server } from 'mcptest/node-test';
        import { test } from 'node:test';
        test('all', async () => {
          const one = await server({ command: ${JSON.stringify([process.execPath, join(root, 'examples/tests-in-code/notes.mjs')])}, cwd: ${JSON.stringify(root)} });
          const good = await one.call('add', { text: 'milk' });
          const plain = await one.call('search', { word: 'milk' });
          const refused = await one.call('add', { text: ' ' });
          const silent = await (await server({ command: [process.execPath, 'silent.mjs'] })).call('x');
          const run = await agent({ servers: { notes: one }, prompt: 'Add the \${note} to the list.', model: 'scripted', script: [{ call: 'notes.add', args: { text: '\${x}' } }, { say: 'done' }], expect: [{ final_response: 'done' }] });
          const set = await agent({ servers: { notes: one }, prompt: '\${case.p} \${x}', model: 'lexical', cases: [{ p: 'Add a note', expect_tools: 'add' }, { p: 'Find \${p} notes with a word', expect_tools: 'add' }], dataset: { expect: [{ 'dataset.accuracy': { '>=': 50 } }] } });
          const does = {
            cases: () => expect(set).toScore('dataset.accuracy', { min: 50, max: 50 }), casesPass: () => expect(set).toPass(),
            prompt: () => assert.equal(set.runs[1].trace.prompt, 'Find \${p} notes with a word \${x}'),
            text: () => expect(good).toReturnText('milk'), textNot: () => expect(good).not.toReturnText('bread'),
            regex: () => expect(good).toReturnText(/^Noted/), schema: () => expect(good).toMatchToolSchema(),
            error: () => expect(refused).toBeToolError(/words/), errorNot: () => expect(good).not.toBeToolError(),
            call: () => expect(run).toCallTool('add', { text: '\${x}' }), callNot: () => expect(run).not.toCallTool('search'),
            callOther: () => expect(run).not.toCallTool('shell.exec'), argsNot: () => expect(run).not.toCallTool('add', { text: 'z' }), silentNot: () => expect(silent).not.toReturnText('milk'),
            pass: () => expect(run).toPass(),
          };
          const fails = {
            text: () => expect(good).toReturnText('bread'), textNot: () => expect(good).not.toReturnText('milk'),
            errorText: () => expect(refused).toReturnText('words'), errorTextNot: () => expect(refused).not.toReturnText('bread'),
            noSchema: () => expect(plain).toMatchToolSchema(), noSchemaNot: () => expect(plain).not.toMatchToolSchema(),
            schemaNot: () => expect(good).not.toMatchToolSchema(),
            noError: () => expect(good).toBeToolError(), otherError: () => expect(refused).toBeToolError('bread'),
            protocol: () => expect(good).toBeProtocolError(), promise: () => expect(Promise.resolve(good)).toReturnText('x'),
            promiseNot: () => expect(Promise.resolve(good)).not.toBeToolError(),
            call: () => expect(run).toCallTool('search'), callNot: () => expect(run).not.toCallTool('notes.add'),
            callMistyped: () => expect(run).toCallTool('notes.ad'), callMistypedNot: () => expect(run).not.toCallTool('notes.serach'),
            silent: () => expect(silent).toReturnText(''), silentAny: () => expect(silent).toReturnText(/.*/),
            args: () => expect(run).toCallTool('add', { text: 'y' }), passNot: () => expect(run).not.toPass(),
            figure: () => expect(run).toScore('no.such', 1), figureNot: () => expect(run).not.toScore('no.such', 1),
            argsMistypedNot: () => expect(run).not.toCallTool('add', { tetx: 'y' }),
            share: () => expect(set).toScore('dataset.accuracy', 0.8), shareMost: () => expect(set).not.toScore('dataset.accuracy', { min: 60, max: 0.8 }),
            mistypedLimit: () => expect(set).toScore('dataset.accuracy', { mni: 90, max: 100 }),
            noLimit: () => expect(run).toScore(Object.keys(run.figures)[0] ?? 'x', {}),
          };
          const threw = (name, fn) => { try { fn(); return undefined; } catch (error) { return name + ': ' + error.name + ': ' + error.message; } };
          const wrong = [
            ...Object.entries(does).flatMap(([name, fn]) => threw(name, fn) ?? []),
            ...Object.entries(fails).flatMap(([name, fn]) => /: AssertionError: ./.test(threw(name, fn) ?? '') ? [] : [name + ' did not fail']),
          ];
          console.log('WRONG ' + JSON.stringify(wrong));
        });`,
    });
    const { text } = await node(['a.mjs'], cwd, 'IN_CODE_J');
    expect(text).toContain('WRONG []');
  });
});
