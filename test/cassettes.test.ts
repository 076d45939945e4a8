/** Record once, replay for ever: equal figures, no socket, no process, and stale when the question changes. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackProvider, startProvider } from '../fixtures/provider/loopback.js';
import { puppet } from '../fixtures/provider/puppet.js';
import { forbidden, judgedPart, manifest, mock, project, runAgents, write } from './lib/agents.js';
import { mcptest } from './lib/cli.js';

const weather = manifest('weather', [
  { name: 'get_weather', description: 'Current weather of a city.', text: 'Sunny, 21 degrees.' },
  { name: 'search', description: 'Searches the archive of old reports.' },
]);

/** Every third run picks the wrong tool; the distractors of a run are in its list. */
const weatherAgent = {
  name: 'weather selection',
  model: 'scripted',
  servers: ['weather'],
  prompt: 'What is the weather in Sacramento?',
  runs: 10,
  scripts: [
    [{ call: 'weather.get_weather', args: { q: 'Sacramento' } }, { say: 'Sunny, 21 degrees.' }],
    [{ call: 'weather.get_weather', args: { q: 'Sacramento' } }, { say: 'It is sunny.' }],
    [{ call: 'weather.search', args: { q: 'Sacramento' } }, { say: 'I found nothing.' }],
  ],
  tool_selection: { expected_tool: 'get_weather', min_selection_rate: 0.6, max_total_tokens: 4000 },
  token_efficiency: { classes: [{ name: 'weather', members: ['get_weather'] }] },
  distractors: {
    count: 4,
    source: { from: 'catalog' },
    correct: ['weather.get_weather'],
    expect: [{ 'distractors.certified_lower': { '>=': 30 } }],
  },
};

const suiteOf = (changes: object = {}, servers: object = { weather: mock('servers/weather.json') }) => ({
  servers,
  agents: [{ ...weatherAgent, ...changes }],
});

/** For what does not depend on how many runs there are: every run starts a server. */
const brief = { runs: 2, distractors: undefined };

const files = { 'mcptest.yml': suiteOf(), 'servers/weather.json': weather };
const cassette = (cwd: string, name = 'weather-selection') => join(cwd, 'cassettes', `${name}.json`);
const read = (path: string) => readFileSync(path, 'utf8');

let home: string;
let recording: Awaited<ReturnType<typeof runAgents>>;

beforeAll(async () => {
  home = project(files);
  recording = await runAgents(home, ['--record']);
});

/** The suite with its cassette, in a folder of its own. */
function recorded(): string {
  const copy = project(files);
  cpSync(join(home, 'cassettes'), join(copy, 'cassettes'), { recursive: true });
  return copy;
}

describe('a cassette', () => {
  it('is written beside the suite and says so', () => {
    expect(recording.stderr).toContain('recorded cassettes/weather-selection.json');
    expect(readdirSync(join(home, 'cassettes'))).toEqual(['weather-selection.json']);
    expect(recording.envelope.provenance.mode).toBe('live');
    expect(recording.envelope.summary.cached).toBe(0);
    expect(recording.stderr).toContain(
      'tool-selection floor [PASS] weather selection: selection 7/10 (70%), pass^k 70%',
    );
  });

  it('replays ten runs with equal figures where sockets and processes are forbidden', async () => {
    const replay = await runAgents(home, [], forbidden);
    expect(replay.stderr).not.toContain('forbidden');
    expect(replay.code).toBe(recording.code);
    expect(replay.envelope.results).toHaveLength(10);
    expect(replay.envelope.provenance.mode).toBe('replay');
    expect(replay.envelope.summary.cached).toBe(10);
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(recording.envelope));
    expect(replay.envelope.groups?.[0]?.figures['token_efficiency.tool_surface_tokens']).toBeGreaterThan(0);
    expect(replay.envelope.results[0]?.trace?.distractors).toHaveLength(4);
    expect(replay.envelope.provenance.servers).toEqual(recording.envelope.provenance.servers);
  });

  it('is not played with --live', async () => {
    const again = await runAgents(home, ['--live', '--runs', '1']);
    expect(again.envelope.provenance.mode).toBe('live');
    const none = await runAgents(home, ['--live'], forbidden);
    expect(none.code).not.toBe(recording.code);
  });

  it('has the same bytes when the same is recorded again', async () => {
    const before = read(cassette(home));
    const { code } = await mcptest(['record'], { cwd: home });
    expect(code).toBe(recording.code);
    expect(read(cassette(home))).toBe(before);
    expect(before).not.toContain('duration_ms');
    expect(before).not.toContain(home);
  });

  it('is not replaced by some of its runs', async () => {
    const cwd = recorded();
    const before = read(cassette(cwd));
    const { stderr } = await mcptest(['record', '--filter', 'weather selection #2'], { cwd });
    expect(stderr).toContain('weather selection was not recorded: only part of its runs was selected');
    expect(read(cassette(cwd))).toBe(before);
  });

  it('is scored from the saved run as it was', async () => {
    write(home, 'run.json', JSON.stringify(recording.envelope));
    const scored = await mcptest(['score', '--trace', 'run.json', '--reporter', 'json'], { cwd: home });
    const envelope = JSON.parse(scored.stdout);
    expect(envelope.groups[0].figures).toEqual(recording.envelope.groups?.[0]?.figures);
  });
});

describe('a stale cassette', () => {
  it.each([
    ['prompt', suiteOf({ prompt: 'Is it warm in Oslo?' }), /the prompt changed: .*Sacramento.*Oslo/],
    ['model', suiteOf({ model: 'lexical' }), /the model changed: it is lexical, and scripted was recorded/],
    ['script', suiteOf({ scripts: [[{ say: 'No.' }]] }), /the script changed/],
    ['runs', suiteOf({ runs: 11 }), /10 runs of scripted recorded, and 11 are asked for/],
    [
      'argv',
      suiteOf({}, { weather: { command: [...mock('servers/weather.json').command, '--debug'] } }),
      /the command of the server `weather` changed: .*--debug/,
    ],
    [
      'server',
      suiteOf(
        { servers: ['weather', 'other'] },
        {
          weather: mock('servers/weather.json'),
          other: mock('servers/weather.json'),
        },
      ),
      /the server `other` was added/,
    ],
  ])('names what changed: %s', async (_, changed, message) => {
    const cwd = recorded();
    write(cwd, 'mcptest.yml', changed);
    const { code, stderr, stdout } = await mcptest(['run'], { cwd, env: forbidden });
    expect(stderr).toMatch(message);
    expect(stderr).toContain('mcptest run --record');
    expect(stderr).toContain('cassettes/weather-selection.json');
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('says how to record the models that were asked for, not those of the suite', async () => {
    const cwd = project(files);
    const flags = ['--models', 'lexical', '--runs', '2'];
    await mcptest(['record', ...flags], { cwd });
    write(cwd, 'mcptest.yml', suiteOf({ prompt: 'Is it warm in Oslo?' }));
    const { stderr } = await mcptest(['run', ...flags], { cwd, env: forbidden });
    expect(stderr).toContain('mcptest run --record --models lexical --runs 2 --filter "weather selection"');
  });

  it('names the tool of a mock that changed, without starting it', async () => {
    const cwd = recorded();
    const changed = manifest('weather', [
      { name: 'get_weather', description: 'Weather of any place.' },
      { name: 'search', description: 'Searches the archive of old reports.' },
    ]);
    write(cwd, 'servers/weather.json', changed);
    const { code, stderr } = await mcptest(['run'], { cwd, env: forbidden });
    expect(stderr).toMatch(/the catalogue of the server `weather` changed: altered `get_weather`/);
    expect(code).toBe(2);
  });

  it('names the instructions of a mock that changed, without starting it', async () => {
    const tools = [{ name: 'get_weather', text: 'Sunny.' }, { name: 'search' }];
    const cwd = project({
      'mcptest.yml': suiteOf(brief),
      'servers/weather.json': manifest('weather', tools, 'Ask in Celsius.'),
    });
    await mcptest(['record'], { cwd });
    expect(JSON.parse(read(cassette(cwd))).servers.weather.instructions).toBe('Ask in Celsius.');
    expect((await runAgents(cwd, [], forbidden)).envelope.summary.cached).toBe(2);
    write(cwd, 'servers/weather.json', manifest('weather', tools, 'Ask in Kelvin.'));
    const { code, stderr } = await mcptest(['run'], { cwd, env: forbidden });
    expect(stderr).toContain(
      'the instructions of the server `weather` changed: it was "Ask in Celsius." and is "Ask in Kelvin."',
    );
    expect(code).toBe(2);
  });

  it.each([
    ['test', { 'mcptest.yml': suiteOf({ ...brief, name: 'another name' }) }, 'run'],
    ['suite', { 'agents.yml': suiteOf(brief) }, 'run agents.yml'],
  ])('says so when a %s was renamed and is asked anew', async (_, renamed, command) => {
    const cwd = recorded();
    rmSync(join(cwd, 'mcptest.yml'));
    for (const [name, suite] of Object.entries(renamed)) write(cwd, name, suite);
    const { stderr } = await mcptest(command.split(' '), { cwd });
    expect(stderr).toContain(
      'cassettes/weather-selection.json belongs to `weather selection` of mcptest.yml, which is not there; was it renamed?',
    );
  });

  it('is found when a file of a like name is gone', async () => {
    const names = ['weather selection', 'weather-selection'];
    const agents = names.map((name) => ({ ...weatherAgent, ...brief, name }));
    const cwd = project({ ...files, 'mcptest.yml': { ...suiteOf(), agents } });
    await mcptest(['record'], { cwd });
    rmSync(cassette(cwd));
    const flags = ['run', '--filter', 're:^weather-', '--reporter', 'json=run.json'];
    expect((await mcptest(flags, { cwd, env: forbidden })).code).toBe(0);
    expect(JSON.parse(read(join(cwd, 'run.json'))).summary.cached).toBe(2);
  });

  it('does not care for instructions that nobody reads, but for whether they are read', async () => {
    const tools = [{ name: 'get_weather', text: 'Sunny.' }, { name: 'search' }];
    const deaf = suiteOf({ ...brief, server_instructions: false });
    const cwd = project({
      'mcptest.yml': deaf,
      'servers/weather.json': manifest('weather', tools, 'Hello.'),
    });
    await mcptest(['record'], { cwd });
    expect(read(cassette(cwd))).not.toContain('Hello.');
    write(cwd, 'servers/weather.json', manifest('weather', tools, 'Ask in Kelvin.'));
    expect((await runAgents(cwd, [], forbidden)).envelope.summary.cached).toBe(2);
    write(cwd, 'mcptest.yml', suiteOf(brief));
    const { code, stderr } = await mcptest(['run'], { cwd, env: forbidden });
    expect(stderr).toContain('`server_instructions` changed: it was false and is nothing');
    expect(code).toBe(2);
  });

  it('keeps of very long instructions what was read, and says so live and replayed', async () => {
    const tools = [{ name: 'get_weather', text: 'Sunny.' }, { name: 'search' }];
    const long = `Ask in Celsius. ${'Be polite. '.repeat(120_000)}`;
    const cwd = project({
      'mcptest.yml': suiteOf(brief),
      'servers/weather.json': manifest('weather', tools, long),
    });
    const live = await runAgents(cwd, ['--record']);
    const kept = JSON.parse(read(cassette(cwd))).servers.weather.instructions as string;
    expect(kept.length).toBeLessThanOrEqual(200_000);
    expect(kept).toMatch(/^Ask in Celsius\.[\s\S]*…\n\[\d+ more characters were cut off\]$/);
    const replayed = await runAgents(cwd, [], forbidden);
    expect(replayed.envelope.summary.cached).toBe(2);
    for (const { envelope } of [live, replayed])
      expect(envelope.results[0]?.notes).toContain(
        'the instructions of weather are too long: only their beginning was read',
      );
  });

  it('notices a catalogue that was edited in the cassette', async () => {
    const cwd = recorded();
    const text = read(cassette(cwd)).replace('Searches the archive', 'Reads the archive');
    write(cwd, 'cassettes/weather-selection.json', text);
    const { code, stderr } = await mcptest(['run'], { cwd });
    expect(stderr).toContain('is not the one that the model saw');
    expect(code).toBe(2);
  });

  it.each([
    ['no JSON', 'nonsense', /is not JSON/],
    ['an empty object', '{}', /has no `version`/],
    ['a newer version', '{"version":2,"suite":"mcptest.yml","test":"weather selection"}', /version 2/],
    ['a part missing', '{"version":1,"suite":"mcptest.yml","test":"weather selection"}', /has no `subject`/],
  ])('is refused: %s', async (_, text, message) => {
    const cwd = project({ ...files, 'cassettes/weather-selection.json': text });
    const { code, stderr } = await mcptest(['run'], { cwd });
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('warns of what goes unused, and of a file that changed without changing the catalogue', async () => {
    const cwd = recorded();
    write(cwd, 'mcptest.yml', suiteOf({ runs: 4 }));
    write(cwd, 'servers/weather.json', weather.replace('Sunny, 21', 'Rainy, 11'));
    const { envelope, stderr } = await runAgents(cwd, [], forbidden);
    expect(envelope.results).toHaveLength(4);
    expect(stderr).toContain('6 recorded runs of scripted went unused');
    expect(stderr).toContain('servers/weather.json changed since it was recorded');
  });

  it('and others of which a file changed are told of in one line', async () => {
    const cwd = recorded();
    const { agents, servers } = suiteOf();
    const again = ['two', 'three'].map((name) => ({ ...agents[0], name }));
    write(cwd, 'mcptest.yml', { servers, agents: [...agents, ...again] });
    for (const test of ['two', 'three'])
      write(cwd, `cassettes/${test}.json`, { ...JSON.parse(read(cassette(cwd))), test });
    write(cwd, 'servers/weather.json', weather.replace('Sunny, 21', 'Rainy, 11'));
    const { stderr } = await runAgents(cwd, [], forbidden);
    expect(stderr.match(/^.*changed since.*$/gm)).toEqual([
      'mcptest: cassettes/weather-selection.json and 2 other cassettes: servers/weather.json changed since they were recorded; their answers may be out of date',
    ]);
  });

  it('that was cut short in an interaction is not judged', async () => {
    const cwd = recorded();
    const value = JSON.parse(read(cassette(cwd)));
    value.models.scripted.runs[1].events.pop();
    value.models.scripted.runs[2].events.push(value.models.scripted.runs[2].events[0]);
    write(cwd, 'cassettes/weather-selection.json', value);
    const { envelope, stderr } = await runAgents(cwd, [], forbidden);
    expect(envelope.results[1]?.verdict).toBe('inconclusive');
    expect(envelope.results[1]?.checks[0]?.message).toMatch(/the recording does not go on as this run does/);
    expect(stderr).toContain('weather selection #3: 1 recorded interaction went unused');
    expect(envelope.tool_selection?.[0]?.runs).toBe(9);
  });
});

describe('what a cassette does not hold', () => {
  it('is the secret that a tool returned, and replay still works', async () => {
    const secret = 'sk-very-secret-value-0123456789';
    const cwd = project({
      'mcptest.yml': {
        servers: { vault: mock('vault.json') },
        agents: [
          {
            name: 'reads the vault',
            model: 'scripted',
            prompt: 'Look up ${env:VAULT_TOKEN} for me.',
            script: [
              { call: 'vault.read', args: { q: '${env:VAULT_TOKEN}' } },
              { say: 'It says ${env:VAULT_TOKEN}.' },
            ],
            expect: [{ final_response: { contains: '${env:VAULT_TOKEN}' } }],
          },
        ],
      },
      'vault.json': manifest('vault', [{ name: 'read', text: `the token is ${secret}` }]),
    });
    const env = { VAULT_TOKEN: secret };
    const live = await runAgents(cwd, ['--record'], env);
    expect(live.envelope.results[0]?.verdict).toBe('pass');
    const text = read(cassette(cwd, 'reads-the-vault'));
    expect(text).not.toContain(secret);
    expect(text).toContain('the token is [secret:VAULT_TOKEN]');
    const replay = await runAgents(cwd, [], { ...env, ...forbidden });
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(live.envelope));
    const other = await runAgents(cwd, [], { VAULT_TOKEN: 'another-secret-entirely', ...forbidden });
    expect(other.envelope.results[0]?.verdict).toBe('pass');
  });
});

describe('a tool whose name holds a secret', () => {
  const agent = (tool: string) => ({
    name: 'asks the tenant',
    model: 'scripted',
    servers: ['vault'],
    prompt: 'Read the report.',
    delegates: ['clerk'],
    script: [
      { call: `vault.${tool}`, args: { q: 'x' } },
      { call: 'hand_off.clerk', args: { task: 'Read it again.' } },
      { say: 'Read.' },
    ],
    tool_selection: { expected_tool: `vault.${tool}`, min_selection_rate: 1 },
  });
  const clerk = (tool: string) => ({
    name: 'clerk',
    model: 'scripted',
    servers: ['vault'],
    script: [{ call: `vault.${tool}`, args: { q: 'y' } }, { say: 'Again.' }],
  });

  // Names with dots, and long ones, do not reach a model as they are.
  it.each(['report_%', 'report.of.%', `report_%_${'x'.repeat(60)}`])('replays: %s', async (pattern) => {
    const secret = 'acmecorp0123456789';
    const tool = pattern.replace('%', secret);
    const asked = pattern.replace('%', '${env:TENANT_KEY}');
    const cwd = project({
      'mcptest.yml': {
        servers: { vault: mock('vault.json') },
        agents: [clerk(asked), agent(asked)],
        tests: [],
      },
      'vault.json': manifest('vault', [{ name: tool }, { name: 'other' }]),
    });
    const env = { TENANT_KEY: secret };
    const live = await runAgents(cwd, ['--record', '--filter', 'asks the tenant'], env);
    expect(live.envelope.results[0]).toMatchObject({ verdict: 'pass' });
    const text = read(cassette(cwd, 'asks-the-tenant'));
    expect(text).not.toContain(secret);
    const replay = await runAgents(cwd, ['--filter', 'asks the tenant'], { ...env, ...forbidden });
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(live.envelope));
  });
});

describe('a cassette of a real wire format', () => {
  let provider: LoopbackProvider;
  beforeAll(async () => {
    provider = await startProvider(
      'anthropic',
      puppet([
        {
          turns: [
            {
              calls: [{ name: 'weather__get_weather', args: { q: 'Sacramento' } }],
              usage: { input: 900, output: 40 },
            },
            { text: 'Sunny, 21 degrees.', usage: { input: 990, output: 12 } },
          ],
        },
      ]),
    );
  });
  afterAll(() => provider.close());

  it('keeps usage, cost and models of a matrix apart; one model can be recorded again alone', async () => {
    const models = {
      fast: {
        provider: 'anthropic',
        model: 'claude-haiku-4-5',
        base_url: provider.url,
        price: { input: 1, output: 5 },
      },
      good: {
        provider: 'anthropic',
        model: 'claude-opus-4-5',
        base_url: provider.url,
        price: { input: 5, output: 25 },
      },
    };
    const one = { ...weatherAgent, model: undefined, scripts: undefined, models: ['fast', 'good'], runs: 2 };
    const cwd = project({ ...files, 'mcptest.yml': { models, ...suiteOf(), agents: [one] } });
    const live = await runAgents(cwd, ['--record']);
    expect(live.envelope.results.map(({ name }) => name)).toEqual([
      'weather selection [fast] #1',
      'weather selection [fast] #2',
      'weather selection [good] #1',
      'weather selection [good] #2',
    ]);
    expect(live.envelope.results[0]?.trace?.cost_usd).toBeCloseTo(0.00215, 9);
    expect(provider.requests).toHaveLength(8);
    const replay = await runAgents(cwd, [], { ...forbidden, ANTHROPIC_API_KEY: undefined });
    expect(provider.requests).toHaveLength(8);
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(live.envelope));
    const before = read(cassette(cwd));
    await runAgents(cwd, ['--record', '--models', 'good']);
    expect(JSON.parse(read(cassette(cwd))).models).toEqual(JSON.parse(before).models);
  });

  it('is not written when a run could not be made', async () => {
    const cwd = project({ ...files, 'mcptest.yml': suiteOf({ ...brief, model: 'claude-sonnet-4-5' }) });
    const { stderr, envelope } = await runAgents(cwd, ['--record'], { ANTHROPIC_API_KEY: undefined });
    expect(stderr).toContain('weather selection was not recorded: a run could not be made');
    expect(envelope.results[0]?.checks[0]?.message).toContain('ANTHROPIC_API_KEY is not set');
    expect(envelope.exit_code).toBe(3);
    rmSync(cwd, { recursive: true });
  });
});

describe('a suite that is only partly recorded', () => {
  it('is mixed: tool tests ask their servers, agents are played', async () => {
    const tools = [{ name: 'asks', tool: 'search', args: { q: 'x' } }];
    const cwd = project({ ...files, 'mcptest.yml': { ...suiteOf({ runs: 2 }), tools } });
    await mcptest(['record'], { cwd });
    const { envelope } = await runAgents(cwd);
    expect(envelope.provenance.mode).toBe('mixed');
    expect(envelope.summary).toMatchObject({ total: 3, cached: 2 });
  });
});

describe('a folder of cassettes that is a link out of the project', () => {
  it('is refused before a model is asked', async () => {
    const elsewhere = project({});
    const cwd = project(files);
    symlinkSync(elsewhere, join(cwd, 'cassettes'));
    const { code, stderr } = await mcptest(['run', '--record'], { cwd });
    expect(stderr).toContain('cassettes is a link that leads out of');
    expect(code).toBe(5);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(existsSync(join(cwd, '.mcptest'))).toBe(false);
  });
});

describe('--bail', () => {
  it('leaves out the runs that were not begun', async () => {
    const failing = {
      ...weatherAgent,
      runs: 1,
      name: 'fails',
      expect: [{ tool_names: { contains: 'nothing' } }],
    };
    const cwd = project({
      ...files,
      'mcptest.yml': { ...suiteOf(), agents: [failing, { ...weatherAgent, runs: 2 }] },
    });
    const { envelope } = await runAgents(cwd, ['--bail', '--concurrency', '1']);
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(['fail', 'skipped', 'skipped']);
    expect(envelope.results[1]?.skip_reason).toBe('not run: stopped after fails');
  });
});

describe('names of cassettes', () => {
  it('stay apart when tests or suites differ only in what a file name cannot hold', async () => {
    const say = (text: string) => [{ call: 'weather.search', args: {} }, { say: text }];
    const one = (name: string, text: string) => ({
      name,
      model: 'scripted',
      prompt: 'Hello?',
      script: say(text),
      expect: [{ final_response: { exact: text } }],
    });
    const servers = { weather: mock('servers/weather.json') };
    const cwd = project({
      'a.mcptest.yml': { servers, agents: [one('One: two', 'first'), one('one two', 'second')] },
      'b.mcptest.yml': { servers, agents: [one('one two', 'third')] },
      'servers/weather.json': weather,
    });
    await mcptest(['record', '.'], { cwd });
    expect(readdirSync(join(cwd, 'cassettes')).sort()).toEqual([
      'one-two-2.json',
      'one-two-3.json',
      'one-two.json',
    ]);
    const { envelope } = await runAgents(cwd, ['.'], forbidden);
    expect(envelope.summary).toMatchObject({ passed: 3, cached: 3 });
  });
});

describe.each(['legacy', 'modern'])('a tool that works only as a task, in the %s era', (protocol) => {
  it('is followed to its end, and the cassette holds what came of it and not how often it was looked at', async () => {
    const harbour = {
      mock_server: {
        name: 'harbour',
        tools: [
          {
            name: 'dredge',
            description: 'Dredges the basin.',
            task: { required: true, poll: '20ms' },
            delay: '50ms',
            ask: [
              { as: 'deep', elicit: 'How deep?', schema: { properties: { metres: { type: 'number' } } } },
            ],
            response: { content: [{ type: 'text', text: 'dredged ${asked.deep.content.metres} m' }] },
          },
        ],
      },
    };
    const answers = { elicitation: [{ action: 'accept', content: { metres: 4 } }] };
    const suite = {
      servers: { harbour: { ...mock('harbour.json'), protocol, answers } },
      agents: [
        {
          name: 'dredging',
          model: 'scripted',
          prompt: 'Dredge the basin.',
          script: [{ call: 'harbour.dredge' }, { say: 'Done.' }],
          expect: [{ 'tool_calls[0].result.content[0].text': 'dredged 4 m' }],
        },
      ],
    };
    const cwd = project({ 'mcptest.yml': suite, 'harbour.json': harbour });
    const live = await runAgents(cwd, ['--record']);
    expect(live.envelope.results.map(({ verdict }) => verdict)).toEqual(['pass']);
    const methods = JSON.parse(read(cassette(cwd, 'dredging'))).models.scripted.runs[0].events.map(
      (event: { method?: string }) => event.method ?? 'turn',
    );
    expect(methods).toEqual(['turn', 'tools/call', 'turn']);
    const played = await runAgents(cwd, [], forbidden);
    expect(played.envelope.summary).toMatchObject({ passed: 1, cached: 1 });
  });
});
