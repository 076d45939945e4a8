/** Keys around the tests: servers, variables, setup, options of the run, rules; and keys that other tests show. */

import type { Experiment, Seen } from './experiment.js';
import { PROBES } from './probes.js';

const servers = { m: { url: 'MOCK' } };
const SAYS = 'result.content[0].text';
const status = { name: 'one', tool: 'get_status' };
const echo = (text: string, expected: string) => ({
  name: 'one',
  tool: 'echo',
  args: { text },
  expect: [{ [SAYS]: expected }],
});

const TABLES = { 'two.csv': 'x\n1\n2\n', 'three.jsonl': '{"x":1}\n{"x":2}\n{"x":3}\n' };

const DEEP = {
  'deep.jsonl': '{"row":{"id":"first"},"key":1,"twin":2}\n',
  'more.jsonl': '{"key":1,"twin":1,"word":"more"}\n{"key":2,"twin":2,"word":"twin"}\n',
  'other.jsonl': '{"key":1,"word":"other"}\n',
};
const joined = (join: object) => ({
  servers,
  tools: [{ ...status, cases: { from: 'deep.jsonl', join, map: { name: 'word' } } }],
});

const warning = ({ report }: Seen) => report.envelope.errors?.length ?? 0;

const TOP: Experiment[] = [
  {
    key: 'servers',
    suite: { servers, tools: [{ ...status, expect: [{ [SAYS]: 'up' }] }] },
    at: 'servers',
    instead: { m: { url: 'OTHER' } },
    shows: '0 p',
  },
  {
    key: 'variables',
    suite: { servers, variables: { word: 'x' }, tools: [echo('${word}', 'x')] },
    at: 'variables',
    instead: { word: 'y' },
    shows: '0 p',
  },
  {
    key: 'variable.env',
    suite: { servers, variables: { word: { env: 'WORD', default: 'y' } }, tools: [echo('${word}', 'z')] },
    at: 'variables/word/env',
    instead: 'OTHER_WORD',
    input: { env: { WORD: 'z' } },
    shows: '0 p',
  },
  {
    key: 'variable.default',
    suite: { servers, variables: { word: { env: 'WORD', default: 'y' } }, tools: [echo('${word}', 'y')] },
    at: 'variables/word/default',
    instead: 'z',
    input: { env: {} },
    shows: '0 p',
  },
  {
    key: 'imports',
    suite: { imports: ['lent.yml'], tools: [{ ...status, expect: [{ [SAYS]: 'up' }] }] },
    at: 'imports',
    instead: ['other.yml'],
    files: { 'lent.yml': { servers }, 'other.yml': { servers: { m: { url: 'OTHER' } } } },
    shows: '0 p',
  },
  {
    key: 'cases.from',
    suite: { servers, tools: [{ ...status, cases: { from: 'two.csv' } }] },
    at: 'tools/0/cases/from',
    instead: 'three.jsonl',
    files: TABLES,
    shows: '0 pp',
  },
  {
    key: 'cases.limit',
    suite: { servers, tools: [{ ...status, cases: { from: 'three.jsonl', limit: 1 } }] },
    at: 'tools/0/cases/limit',
    files: TABLES,
    shows: '0 p',
  },
  {
    key: 'cases.sample',
    suite: { servers, tools: [{ ...status, cases: { from: 'three.jsonl', sample: 1 } }] },
    at: 'tools/0/cases/sample',
    files: TABLES,
    shows: '0 p',
  },
  {
    key: 'cases.seed',
    suite: { servers, tools: [{ ...status, cases: { from: 'three.jsonl', sample: 1, seed: 7 } }] },
    at: 'tools/0/cases/seed',
    files: TABLES,
    shows: 'one [2]',
    look: ({ report }) => report.envelope.results[0]?.name,
  },
  {
    key: 'matrix.server',
    suite: {
      servers: { ...servers, n: { url: 'MOCK' } },
      tools: [{ ...status, matrix: { server: ['m', 'n'] } }],
    },
    at: 'tools/0/matrix/server',
    instead: ['n'],
    shows: '0 pp',
  },
  {
    key: 'cases.map',
    suite: { servers, tools: [{ ...status, cases: { from: 'deep.jsonl', map: { name: 'row.id' } } }] },
    at: 'tools/0/cases/map',
    files: DEEP,
    shows: 'one [first]',
    look: ({ report }) => report.envelope.results[0]?.name,
  },
  {
    key: 'cases.join',
    suite: joined({ from: 'more.jsonl', on: 'key' }),
    at: 'tools/0/cases/join',
    instead: { from: 'other.jsonl', on: 'key' },
    files: DEEP,
    shows: 'one [more]',
    look: ({ report }) => report.envelope.results[0]?.name,
  },
  {
    key: 'cases.join.from',
    suite: joined({ from: 'more.jsonl', on: 'key' }),
    at: 'tools/0/cases/join/from',
    instead: 'other.jsonl',
    files: DEEP,
    shows: 'one [more]',
    look: ({ report }) => report.envelope.results[0]?.name,
  },
  {
    key: 'cases.join.on',
    suite: joined({ from: 'more.jsonl', on: 'key' }),
    at: 'tools/0/cases/join/on',
    instead: 'twin',
    files: DEEP,
    shows: 'one [more]',
    look: ({ report }) => report.envelope.results[0]?.name,
  },
  { key: 'tools', suite: { servers, tools: [status] }, at: 'tools', shows: '0 p' },
  {
    key: 'resources',
    suite: { servers, resources: [{ name: 'one', uri: 'doc://a' }] },
    at: 'resources',
    shows: '0 p',
  },
  {
    key: 'prompts',
    suite: { servers, prompts: [{ name: 'one', prompt: 'greet' }] },
    at: 'prompts',
    shows: '0 p',
  },
  {
    key: 'agents',
    suite: {
      servers,
      agents: [
        {
          name: 'one',
          model: 'scripted',
          prompt: 'Go.',
          script: [{ say: 'Done.' }],
          expect: [{ final_response: 'Done.' }],
        },
      ],
    },
    at: 'agents',
    shows: '0 p',
  },
  { key: 'tests', suite: { servers, tests: [{ ...status, type: 'tool' }] }, at: 'tests', shows: '0 p' },
  {
    key: 'test.type',
    suite: { servers, tests: [{ ...status, type: 'tool' }] },
    at: 'tests',
    shows: 'tool',
    look: ({ report }) => report.envelope.results[0]?.kind,
  },
  {
    key: 'tool_quality',
    suite: { servers, tool_quality: [{ name: 'one', expect: [{ min_score: { '>': 1 } }] }] },
    at: 'tool_quality',
    shows: '1 f',
  },
  {
    key: 'tdqs',
    suite: { servers, tdqs: [{ name: 'one', expect: [{ 'tdqs.mean': { '>': 5 } }] }] },
    at: 'tdqs',
    shows: '1 f',
  },
  {
    key: 'compliance',
    suite: { servers, compliance: [{ name: 'one', check: 'ping' }] },
    at: 'compliance',
    shows: '0 p',
  },
  {
    key: 'coverage',
    suite: { servers, tools: [status], coverage: { tools: 50 } },
    at: 'coverage',
    shows: '6 p',
  },
  {
    key: 'coverage.tools',
    suite: { servers, tools: [status], coverage: { tools: 50 } },
    at: 'coverage/tools',
    shows: '6 p',
  },
  {
    // Tools that no test calls are uncovered also where no test calls any.
    key: 'coverage.tools',
    suite: { servers, resources: [{ name: 'one', uri: 'doc://a' }], coverage: { tools: 50 } },
    at: 'coverage/tools',
    shows: '6 p',
  },
  {
    key: 'strength',
    suite: { servers, tools: [status], strength: { min: 100 } },
    at: 'strength',
    shows: '1 p',
  },
  {
    key: 'strength.min',
    suite: { servers, tools: [status], strength: { min: 100 } },
    at: 'strength/min',
    shows: '1 p',
  },
];

const poison = { p: { url: 'POISON' } };
const SECURITY: Experiment[] = [
  { key: 'security', suite: { servers: poison, security: {} }, at: 'security', shows: '1 f' },
  {
    key: 'security.fail_on',
    suite: { servers: poison, security: { fail_on: 'critical' } },
    at: 'security/fail_on',
    shows: '0 p',
  },
  {
    key: 'security.servers',
    suite: { servers: { ...servers, ...poison }, security: { servers: ['m'] } },
    at: 'security/servers',
    shows: '0 p',
  },
];

/** Without a description, some clients drop a tool. */
const bare = { p: { url: 'POOR' } };
const STRICTER = {
  id: 'codex',
  name: 'Codex',
  kind: 'client',
  checked: '2026-11',
  corrects: true,
  facts: [
    {
      about: 'counts',
      says: 'leaves out a tool without a description',
      rule: 'CLI-013',
      effect: 'dropped',
      source: 'tried',
      date: '2026-11',
      confidence: 'measured',
    },
  ],
};
const COMPAT: Experiment[] = [
  { key: 'compat', suite: { servers: bare, compat: { fail_on: 'dropped' } }, at: 'compat', shows: '1 f' },
  {
    key: 'compat.fail_on',
    suite: { servers: bare, compat: { fail_on: 'dropped', clients: ['amazon-q'] } },
    at: 'compat/fail_on',
    shows: '1 f',
  },
  {
    key: 'compat.clients',
    suite: { servers: bare, compat: { fail_on: 'dropped', clients: ['codex'] } },
    at: 'compat/clients',
    shows: '0 p',
  },
  {
    key: 'compat.clients_file',
    suite: { servers: bare, compat: { fail_on: 'dropped', clients: ['codex'], clients_file: 'ours.json' } },
    files: { 'ours.json': { version: 1, clients: [STRICTER] } },
    at: 'compat/clients_file',
    shows: '1 f',
  },
  {
    key: 'compat.servers',
    suite: {
      servers: { ...servers, ...bare },
      compat: { fail_on: 'dropped', clients: ['amazon-q'], servers: ['m'] },
    },
    at: 'compat/servers',
    shows: '0 p',
  },
  {
    key: 'compat.server_name',
    suite: { servers, compat: { fail_on: 'dropped', clients: ['cursor'], server_name: 'a'.repeat(60) } },
    at: 'compat/server_name',
    shows: '1 f',
  },
];

/** Two tools without a description. */
const poor = (rules: object) => ({
  servers: { m: { url: 'POOR' } },
  rules,
  tool_quality: [{ name: 'one', expect: [{ critical_count: { '<=': 99 } }] }],
});
const criticals = ({ report }: Seen) => report.envelope.results[0]?.figures.critical_count;
const accepted = { rule: 'DESC-001', tool: 'x', reason: 'It is a fixture.' };

const RULES: Experiment[] = [
  { key: 'rules', suite: poor({ severity: { 'DESC-001': 'off' } }), at: 'rules', shows: 0, look: criticals },
  {
    key: 'rules.severity',
    suite: poor({ severity: { 'DESC-001': 'off' } }),
    at: 'rules/severity',
    shows: 0,
    look: criticals,
  },
  {
    key: 'rules.suppress',
    suite: poor({ suppress: [accepted] }),
    at: 'rules/suppress',
    shows: 1,
    look: criticals,
  },
  {
    key: 'rules.suppress[].rule',
    suite: poor({ suppress: [accepted] }),
    at: 'rules/suppress/0/rule',
    instead: 'DESC-002',
    shows: 1,
    look: criticals,
  },
  {
    key: 'rules.suppress[].tool',
    suite: poor({ suppress: [accepted] }),
    at: 'rules/suppress/0/tool',
    instead: 'z',
    shows: 1,
    look: criticals,
  },
  {
    key: 'rules.suppress[].server',
    suite: poor({ suppress: [{ ...accepted, tool: undefined, server: 'm' }] }),
    at: 'rules/suppress/0/server',
    instead: 'n',
    shows: 0,
    look: criticals,
  },
  {
    key: 'rules.suppress[].pointer',
    suite: poor({ suppress: [{ ...accepted, tool: undefined, pointer: '/description' }] }),
    at: 'rules/suppress/0/pointer',
    instead: '/inputSchema',
    shows: 0,
    look: criticals,
  },
];

const before = (call: object, more: object = {}) => ({
  servers,
  setup: [{ call }],
  tools: [status],
  ...more,
});
const program = (code: number) => [process.execPath, '-e', `process.exit(${code})`];

const ACTIONS: Experiment[] = [
  { key: 'setup', suite: before({ tool: 'breaks' }), at: 'setup', shows: '3 i' },
  {
    key: 'teardown',
    suite: { servers, tools: [status], teardown: [{ call: { tool: 'breaks' } }] },
    at: 'teardown',
    shows: 1,
    look: warning,
  },
  {
    key: 'before_each',
    suite: { servers, tools: [status], before_each: [{ call: { tool: 'breaks' } }] },
    at: 'before_each',
    shows: '3 i',
  },
  {
    key: 'after_each',
    suite: { servers, tools: [status], after_each: [{ call: { tool: 'breaks' } }] },
    at: 'after_each',
    shows: 1,
    look: warning,
  },
  {
    key: 'action.call',
    suite: before({ tool: 'breaks' }),
    at: 'setup/0/call',
    instead: { tool: 'echo' },
    shows: '3 i',
  },
  {
    key: 'action.call.tool',
    suite: before({ tool: 'breaks' }),
    at: 'setup/0/call/tool',
    instead: 'echo',
    shows: '3 i',
  },
  {
    key: 'action.call.uri',
    suite: before({ uri: 'doc://none' }),
    at: 'setup/0/call/uri',
    instead: 'doc://a',
    shows: '3 i',
  },
  {
    key: 'action.call.prompt',
    suite: before({ prompt: 'none' }),
    at: 'setup/0/call/prompt',
    instead: 'greet',
    shows: '3 i',
  },
  {
    key: 'action.call.args',
    suite: before({ tool: 'need', args: { text: 'go' } }),
    at: 'setup/0/call/args',
    shows: '0 p',
  },
  {
    key: 'action.call.server',
    suite: before(
      { server: 'm', tool: 'echo' },
      { servers: { ...servers, n: { url: 'OTHER' } }, tools: [{ ...status, server: 'm' }] },
    ),
    at: 'setup/0/call/server',
    instead: 'n',
    shows: '0 p',
  },
  {
    key: 'action.run',
    suite: { servers, setup: [{ run: program(1) }], tools: [status] },
    at: 'setup/0/run',
    instead: program(0),
    shows: '3 i',
  },
];

const twoTests = [
  { ...status, expect: [{ [SAYS]: 'no' }] },
  { ...status, name: 'two' },
];
const guarded = { a: { url: 'GUARDED' }, b: { url: 'GUARDED' } };
const slowOn = (server: string) => ({ name: server, server, tool: 'slow' });
const most = ({ most: calls }: Seen) => calls;

const OPTIONS: Experiment[] = [
  {
    key: 'run_options',
    suite: { servers, run_options: { bail: true }, tools: twoTests },
    at: 'run_options',
    shows: '1 fs',
  },
  {
    key: 'run_options.bail',
    suite: { servers, run_options: { bail: true }, tools: twoTests },
    at: 'run_options/bail',
    shows: '1 fs',
  },
  {
    key: 'run_options.fail_fast',
    suite: { servers, run_options: { fail_fast: true }, tools: twoTests },
    at: 'run_options/fail_fast',
    shows: '1 fs',
  },
  {
    key: 'run_options.concurrency',
    suite: { servers: guarded, run_options: { concurrency: 1 }, tools: [slowOn('a'), slowOn('b')] },
    at: 'run_options/concurrency',
    shows: 1,
    look: most,
  },
  {
    key: 'run_options.takes_turns',
    suite: {
      servers: { a: { url: 'GUARDED' } },
      run_options: { takes_turns: 'database' },
      tools: [slowOn('a')],
    },
    files: {
      'other.mcptest.yml': {
        servers: { a: { url: 'GUARDED' } },
        run_options: { takes_turns: 'database' },
        tools: [slowOn('a')],
      },
    },
    input: { paths: ['mcptest.yml', 'other.mcptest.yml'] },
    at: 'run_options/takes_turns',
    shows: 1,
    look: most,
  },
  {
    key: 'run_options.retries',
    suite: { servers: { m: { url: 'FLAKY' } }, run_options: { retries: 1 }, tools: [status] },
    at: 'run_options/retries',
    shows: '0 p',
  },
  {
    key: 'run_options.timeout',
    suite: { servers, run_options: { timeout: '100ms' }, tools: [{ ...status, tool: 'slow' }] },
    at: 'run_options/timeout',
    shows: '1 f',
  },
];

/** A server over stdio that tells what it was started with. */
const TELLER = `
import { createInterface } from 'node:readline';
const later = Number(process.env.LATER ?? 0);
const told = () => [process.cwd().split('/').at(-1), process.env.WORD ?? 'none', process.env.PASS ? 'passed' : 'none'].join(' ');
let calls = 0;
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 't', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'get_told', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: told() + ' ' + ++calls }] }),
};
setTimeout(() => createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  console.log(JSON.stringify(answer ? { jsonrpc: '2.0', id, result: answer(params) } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
}), later);
`;
const teller = (more: object = {}) => ({
  t: { command: [process.execPath, 'teller.mjs'], protocol: 'legacy', ...more },
});
const tells = (pattern: string, name = 'one') => ({
  name,
  tool: 'get_told',
  expect: [{ [SAYS]: { regex: pattern } }],
});
const files = { 'teller.mjs': TELLER };
const at = (key: string) => ({ key: `server.${key}`, at: `servers/t/${key}` });

const SERVERS: Experiment[] = [
  {
    ...at('command'),
    suite: { servers: teller(), tools: [tells(' ')] },
    files,
    instead: [process.execPath, 'none.mjs'],
    shows: '0 p',
  },
  {
    ...at('env'),
    suite: { servers: teller({ env: { WORD: 'x' } }), tools: [tells(' x ')] },
    files,
    shows: '0 p',
  },
  {
    ...at('pass_env'),
    suite: { servers: teller({ pass_env: ['PASS'] }), tools: [tells('passed')] },
    files,
    shows: '0 p',
  },
  {
    ...at('cwd'),
    suite: {
      servers: teller({
        command: [
          process.execPath,
          '-e',
          TELLER.replaceAll(
            'import { createInterface } from',
            'const { createInterface } = require(',
          ).replace("'node:readline';", "'node:readline');"),
        ],
        cwd: '/',
      }),
      tools: [tells('^ ')],
    },
    shows: '0 p',
  },
  {
    ...at('isolate'),
    suite: { servers: teller({ isolate: 'test' }), tools: [tells(' 1$'), tells(' 1$', 'two')] },
    files,
    shows: '0 pp',
  },
  {
    ...at('startup_timeout'),
    suite: { servers: teller({ startup_timeout: '100ms', env: { LATER: '400' } }), tools: [tells(' ')] },
    files,
    shows: '3 i',
  },
  {
    ...at('protocol'),
    suite: { servers: { t: { url: 'MOCK', protocol: 'legacy' } }, tools: [status] },
    instead: 'modern',
    shows: 'legacy',
    look: ({ report }) => report.envelope.provenance.servers[0]?.era,
  },
  {
    ...at('url'),
    suite: { servers: { t: { url: 'MOCK' } }, tools: [{ ...status, expect: [{ [SAYS]: 'up' }] }] },
    instead: 'OTHER',
    shows: '0 p',
  },
  {
    ...at('request_timeout'),
    suite: {
      servers: { t: { url: 'MOCK', request_timeout: '100ms' } },
      tools: [{ ...status, tool: 'slow' }],
    },
    shows: '1 f',
  },
  {
    ...at('max_message_bytes'),
    suite: { servers: { t: { url: 'MOCK', max_message_bytes: 2048 } }, tools: [{ ...status, tool: 'big' }] },
    shows: '1 f',
  },
  {
    ...at('headers'),
    suite: {
      servers: { t: { url: 'GUARDED', headers: { 'X-Pass': 'yes' } } },
      tools: [{ ...status, tool: 'get_secret' }],
    },
    shows: '0 p',
  },
  {
    ...at('auth'),
    suite: {
      servers: { t: { url: 'GUARDED', auth: { bearer_token_env: 'PASS' } } },
      tools: [{ ...status, tool: 'get_secret' }],
    },
    shows: '0 p',
  },
  {
    key: 'server.auth.bearer_token_env',
    suite: {
      servers: { t: { url: 'GUARDED', auth: { bearer_token_env: 'PASS' } } },
      tools: [{ ...status, tool: 'get_secret' }],
    },
    at: 'servers/t/auth/bearer_token_env',
    instead: 'PATH',
    shows: '0 p',
  },
];

const asks = (tool: string, answers: object, expected: string) => ({
  servers: { m: { url: 'MOCK', answers } },
  tools: [{ name: 'one', tool, expect: [{ [SAYS]: expected }] }],
});
const answer = (key: string) => ({
  key: `answers.${key}`,
  at: `servers/m/answers/${key.replaceAll('[]', '/0').replaceAll('.', '/')}`,
});
const day = { action: 'accept', content: { day: 'Monday' } };
const form = (more: object = {}) => asks('form', { elicitation: [{ ...day, ...more }] }, 'accept Monday');
const spoken = { text: 'Hi', model: 'm1', stop_reason: 'maxTokens' };
const sampled = asks('sample', { sampling: [spoken] }, 'Hi m1 maxTokens');
const places = asks('roots', { roots: [{ uri: 'file:///a', name: 'A' }] }, 'file:///a A');

const ANSWERS: Experiment[] = [
  { key: 'server.answers', at: 'servers/m/answers', suite: form(), shows: '0 p' },
  { ...answer('elicitation'), suite: form(), shows: '0 p' },
  { ...answer('elicitation[].action'), suite: form(), instead: 'decline', shows: '0 p' },
  { ...answer('elicitation[].content'), suite: form(), shows: '0 p' },
  {
    ...answer('elicitation[].when'),
    suite: form({ when: { message: { contains: 'Which' } } }),
    instead: { message: { contains: 'What' } },
    shows: '0 p',
  },
  { ...answer('elicitation[].mode'), suite: form({ mode: 'form' }), instead: 'url', shows: '0 p' },
  { ...answer('sampling'), suite: sampled, shows: '0 p' },
  { ...answer('sampling[].text'), suite: sampled, instead: 'Ho', shows: '0 p' },
  { ...answer('sampling[].model'), suite: sampled, shows: '0 p' },
  { ...answer('sampling[].stop_reason'), suite: sampled, shows: '0 p' },
  {
    ...answer('sampling[].content'),
    suite: asks(
      'sample',
      { sampling: [{ content: { type: 'text', text: 'Hi' }, model: 'm1', stop_reason: 'maxTokens' }] },
      'Hi m1 maxTokens',
    ),
    instead: { type: 'text', text: 'Ho' },
    shows: '0 p',
  },
  {
    ...answer('sampling[].when'),
    suite: asks(
      'sample',
      { sampling: [{ ...spoken, when: { 'messages[0].content.text': { contains: 'Say' } } }] },
      'Hi m1 maxTokens',
    ),
    instead: { 'messages[0].content.text': 'no' },
    shows: '0 p',
  },
  { ...answer('roots'), suite: places, shows: '0 p' },
  { ...answer('roots[].uri'), suite: places, instead: 'file:///b', shows: '0 p' },
  { ...answer('roots[].name'), suite: places, shows: '0 p' },
];

export const AROUND: Experiment[] = [
  ...TOP,
  ...SECURITY,
  ...COMPAT,
  ...RULES,
  ...ACTIONS,
  ...OPTIONS,
  ...SERVERS,
  ...ANSWERS,
];

/** Keys that need more than a mock: the file and the title of the test that shows what they do. */
export const SHOWN_ELSEWHERE: Record<string, readonly [file: string, title: string]> = {
  ...PROBES,
  ...Object.fromEntries(
    ['target', 'matcher', 'message'].map((key) => [
      `dataset.expect[].${key}`,
      [
        'test/datasets.test.ts',
        'fails by its figures over all cases, and names the tools that were taken for others',
      ] as const,
    ]),
  ),
  'wait_for.within': ['src/suite/servers.test.ts', 'wait_for is a method, and how long to wait for it'],
  'compliance_check.checks': ['test/conformance.test.ts', 'a suite runs the checks that it names'],
  'compliance_check.grade': [
    'test/conformance.test.ts',
    'a suite fails on a grade below the one that it asks for',
  ],
  'compliance_check.baseline': [
    'test/conformance.test.ts',
    'a suite passes on failures that its baseline expects, and fails on a stale entry',
  ],
  'compliance_check.grade_delta': [
    'test/conformance.test.ts',
    'a suite fails on a worse grade than the saved one',
  ],
  'compliance_check.allow_calls': ['test/conformance.test.ts', 'a suite may allow a tool to be called'],
  'agent_test.retries': ['test/retries.test.ts', 'of an agent are kept with what it did'],
  'agent_test.agent': [
    'test/own-agents.test.ts',
    'is given the prompt and its servers, and judged by what it called',
  ],
  'agent_test.agent.command': ['test/own-agents.test.ts', 'fails when it breaks, with what it said'],
  'agent_test.agent.watch': [
    'test/own-agents.test.ts',
    'is stale when a file that its command names or that it watches changes, but for line ends',
  ],
  'test.agent': ['test/agents.test.ts', 'fails at F1 50 and names the missed class and the unexpected tool'],
  ...Object.fromEntries(
    ['agent_test.agent', 'test.agent'].flatMap((agent) => [
      [
        `${agent}.cli`,
        ['test/cli-agents.test.ts', 'is run with the model on loopback, and its calls are those of the wire'],
      ],
      [
        `${agent}.path`,
        ['test/cli-agents.test.ts', 'is run with the model on loopback, and its calls are those of the wire'],
      ],
      [
        `${agent}.network`,
        ['test/cli-agents.test.ts', 'runs where there is no network, or says why it cannot'],
      ],
    ]),
  ),
  'test.agent.command': ['test/own-agents.test.ts', 'fails when it breaks, with what it said'],
  'test.agent.watch': [
    'test/own-agents.test.ts',
    'is stale when a file that its command names or that it watches changes, but for line ends',
  ],
  budget: [
    'test/budgets.test.ts',
    'of one cent stops before the call that would pass it: exit 5, with the partial report',
  ],
  'budget.per_suite_usd': [
    'test/budgets.test.ts',
    'of one cent stops before the call that would pass it: exit 5, with the partial report',
  ],
  'budget.per_test_usd': ['test/budgets.test.ts', 'of one test leaves the others alone'],
  'distractors.source.from': [
    'test/agents.test.ts',
    'stand in the list that the model reads, mixed in, and change nothing when they are called',
  ],
  'model.provider': ['test/providers.test.ts', 'has a row for each run of each model, all judged'],
  'model.api': [
    'test/providers.test.ts',
    'tells %s of prompt, tools and results in its own format, and reads what it says',
  ],
  'model.concurrency': [
    'test/hostile-models.test.ts',
    'is left alone by all runs for as long as it asks, and asked by no more at a time than it may',
  ],
  'model.price.cached_input': ['src/drivers/models.test.ts', 'adds up input, cached input and output'],
  'rules.suppress[].reason': ['src/lint/rule-config.test.ts', '%j is refused'],
  'server.shutdown_grace': [
    'test/servers.test.ts',
    'a server of its own for each test is let go in good order, as a shared one is',
  ],
  'server.start': [
    'test/agent-servers.test.ts',
    'is one process for all runs and tests; each run has a session of its own',
  ],
  'server.auth.oauth': ['test/servers.test.ts', 'gets in, and neither secret nor token is written anywhere'],
  'server.auth.oauth.grant': [
    'src/client/auth/oauth-login.test.ts',
    'is found by metadata, names itself and the resource, and its token is told to the redactor',
  ],
  'server.auth.oauth.client_id': [
    'src/client/auth/oauth-login.test.ts',
    'names itself in the body where the issuer wants that',
  ],
  'server.auth.oauth.client_id_env': [
    'src/client/auth/oauth-login.test.ts',
    'with a token endpoint of its own asks nobody where to go',
  ],
  'server.auth.oauth.client_secret_env': [
    'src/client/auth/oauth-login.test.ts',
    'names itself in the body where the issuer wants that',
  ],
  'server.auth.oauth.token_url': [
    'src/client/auth/oauth-login.test.ts',
    'with a token endpoint of its own asks nobody where to go',
  ],
  'server.auth.oauth.scope': [
    'src/client/auth/oauth-login.test.ts',
    'with a token endpoint of its own asks nobody where to go',
  ],
  'server.auth.oauth.resource': [
    'src/client/auth/oauth-login.test.ts',
    'with a token endpoint of its own asks nobody where to go',
  ],
};

/** What is there for others than us, and who reads it. */
export const FOR_OTHERS: Record<string, string> = { $schema: 'editors' };
