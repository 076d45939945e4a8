/** Runs made up for looking at pages: small and large, green and mixed, and an agent that goes wrong. */
import {
  sampleCase,
  sampleCheck,
  sampleRun,
  sampleStrength,
  sampleTestStrength,
} from '../../src/envelope/sample-run.js';
import type { CaseResult, Finding, RunEnvelope } from '../../src/types/envelope.js';
import type { TraceCall } from '../../src/types/trace.js';

const SERVERS = ['weather', 'orders', 'files'];
const TOOLS = ['get_forecast', 'list_orders', 'read_file', 'search', 'create_order'];

export function oneTest(): RunEnvelope {
  return sampleRun([toolCase(0, 'pass')], { duration_ms: 312 });
}

export function allPass(count = 24): RunEnvelope {
  return sampleRun(
    Array.from({ length: count }, (_, n) => toolCase(n, 'pass')),
    { duration_ms: 1840, ...sourced(), coverage: coverage(100) },
  );
}

export function mixed(count = 500): RunEnvelope {
  const results = Array.from({ length: count }, (_, n) => toolCase(n, mixedVerdict(n)));
  return sampleRun(results, {
    duration_ms: 12_480,
    ...sourced(),
    coverage: coverage(60),
    findings: findings(),
  });
}

function mixedVerdict(n: number): CaseResult['verdict'] {
  if (n % 41 === 3) return 'fail';
  if (n % 97 === 5) return 'inconclusive';
  return n % 53 === 7 ? 'skipped' : 'pass';
}

/** Names without a place to break at, names that are read from the right, and more tags than fit in a line. */
export function longNames(): RunEnvelope {
  const run = mixed(40);
  const long = 'a_name_without_any_place_to_break_at_'.repeat(12);
  const [first, second, , failed, tagged] = run.results;
  Object.assign(first!, { name: long });
  Object.assign(second!, { name: 'البحث عن الطلب المتأخر وإرجاع المبلغ #1' });
  Object.assign(failed!, { name: `שלום עולם ${long}`, file: `tests/${long}.mcptest.yml`, server: long });
  Object.assign(failed!.checks[0]!, { message: 'النص غير موجود '.repeat(30), actual: long });
  Object.assign(tagged!, { tags: Array.from({ length: 30 }, (_, n) => `tag-${n}`) });
  Object.assign(run.provenance, { repo: `https://git.example/${long}`, branch: long, profile: long });
  Object.assign(run.provenance.servers[0]!, {
    name: long,
    auth: long,
    server_info: { name: long, version: '1' },
  });
  return run;
}

/** Tests of which some would not notice much, in a suite that asks for more. */
export function weakRun(count = 24): RunEnvelope {
  const results = Array.from({ length: count }, (_, n) => toolCase(n, 'pass'));
  const tests = results.slice(0, 14).map(({ name, file, line, server }, n) => {
    const killed = n < 2 ? 0 : n + 1;
    const own = { name, file, line, server, hollow: n < 2, killed, mutants: 16, rate: killed / 16 };
    return sampleTestStrength(n === 13 ? { ...own, killed: 16, rate: 1, survivors: [] } : own);
  });
  const killed = tests.reduce((sum, test) => sum + test.killed, 0);
  const tally = { rate: killed / (16 * 14), killed, mutants: 16 * 14 };
  const strength = sampleStrength({
    ...tally,
    tests,
    suites: [{ file: 'mcptest.yml', ...tally }],
    tools: SERVERS.map((server, n) => ({ server, tool: TOOLS[n]!, rate: n / 3, killed: n * 2, mutants: 6 })),
    unmeasured: [
      { name: results[20]!.name, file: 'mcptest.yml', reason: 'it looks at lists and not at replies' },
    ],
    uncalled: [{ file: 'mcptest.yml', server: 'files', tools: ['write_file', 'move_file'] }],
    gates: [{ file: 'mcptest.yml', min: 80, rate: tally.rate, passed: false }],
  });
  return sampleRun(results, { duration_ms: 2210, ...sourced(), strength });
}

/** An agent of many turns whose last but two call fails. */
export function agentRun(turns = 40): RunEnvelope {
  const calls: TraceCall[] = Array.from({ length: turns }, (_, n) => agentCall(n, turns));
  const result = sampleCase({
    name: 'finds the late order and refunds it',
    kind: 'agent',
    server: 'orders',
    verdict: 'fail',
    duration_ms: 48_210,
    checks: [
      sampleCheck({
        target: 'final_response',
        matcher: 'contains',
        expected: 'refunded',
        actual: 'I could not complete the refund.',
        message: 'substring `refunded` not found in `I could not complete the refund.`',
      }),
      sampleCheck({
        target: 'tool_names',
        matcher: 'contains',
        outcome: 'pass',
        message: 'contains `refund_order`',
      }),
    ],
    figures: { 'golden_path.wasted': 31, 'tool_selection.f1': 0.42, 'token_efficiency.total': 48_900 },
    explain: [
      'golden_path: 9 of 40 calls were needed; search_orders was called 28 times with the same words',
    ],
    marks: [
      { metric: 'golden_path', as: 'expected', good: true, calls: [0, 1] },
      { metric: 'golden_path', as: 'repeat', good: false, calls: [3, 4, 5] },
    ],
    trace: {
      agent: 'clerk',
      model: 'scripted',
      prompt:
        'Order 1042 arrived two weeks late. Find it, check our policy, refund what is due and tell the customer.',
      calls,
      turns: calls.map((_, n) => ({
        tokens: 900 + n * 35,
        input: 780 + n * 35,
        output: 120,
        cost_usd: 0.1932 / calls.length,
        call: n,
        ...(n % 5 === 0 && { text: 'Let me look at the next page of late orders.' }),
        ...(n % 7 === 0 && { reasoning: 'The list is long; the order must be further down.' }),
      })),
      tokens: { input: 44_100, output: 4800, total: 48_900 },
      cost_usd: 0.1932,
      final_response: 'I could not complete the refund. The order system kept refusing the request.',
    },
  });
  const runs = Array.from({ length: 10 }, (_, n) => ({
    run: n + 1,
    selected: n % 4 !== 3,
    called: ['orders.search_orders', 'orders.refund_order'],
    tokens: 40_000 + n * 900,
    over_budget: false,
  }));
  return sampleRun([result, toolCase(1, 'pass'), toolCase(2, 'pass')], {
    duration_ms: 51_004,
    ...sourced(['scripted']),
    tool_selection: [
      {
        file: 'mcptest.yml',
        agent: 'chooses refund_order',
        test: 'chooses refund_order',
        model: 'scripted',
        runs: 10,
        selected: 8,
        selection_rate: 0.8,
        pass_k: 0.8,
        tokens: { median: 44_050, max: 48_100 },
        passed: false,
        reasons: ['selection rate 80.0% is below the 90% floor (8 of 10 runs selected `refund_order`)'],
        expected_tool: 'refund_order',
        min_selection_rate: 0.9,
        max_total_tokens: 60_000,
        interval: [0.49, 0.94],
        per_run: runs,
      },
    ],
    groups: [
      {
        file: 'mcptest.yml',
        name: 'keeps its head among look-alikes',
        test: 'keeps its head among look-alikes',
        model: 'scripted',
        runs: 20,
        verdict: 'pass',
        figures: {
          'distractors.accuracy': 84,
          'distractors.accuracy_at_0': 100,
          'distractors.accuracy_at_4': 95,
          'distractors.accuracy_at_16': 80,
          'distractors.accuracy_at_64': 61,
          'distractors.certified_lower': 68,
        },
        checks: [],
      },
    ],
  });
}

/** Two agents, a distractor that was chosen, arguments that do not fit, a call that was tried again. */
export function handedOver(): CaseResult {
  const tool = (name: string) => ({
    name,
    inputSchema: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
  });
  const call = (name: string, args: object, more: object = {}) => ({
    server: 'shop',
    tool: name,
    args,
    duration_ms: 10,
    ...more,
  });
  const trace = {
    agent: 'main',
    calls: [
      call('read', { id: 'x' }, { is_error: true }),
      call('read', { id: 1 }, { agent: 'worker' }),
      call('trap', { id: 2 }),
      call('gone', {}),
    ],
    delegations: [{ from: 'main', to: 'worker' }],
    turns: [{ tokens: 40, call: 0, retries: 2 }],
    catalog: { shop: ['read', 'trap', 'bait', 'idle'].map(tool) },
    distractors: ['shop.trap', 'shop.bait'],
  };
  return sampleCase({ id: 'handed', name: 'hands over to a worker', kind: 'agent', trace });
}

/** A test that failed twice in different ways, then passed. */
export function flakyRun(): RunEnvelope {
  const last = toolCase(5, 'pass');
  const earlier = ['connecting', 'status: degraded'].map((text, n) => ({
    verdict: 'fail' as const,
    duration_ms: 40 + n * 900,
    checks: [sampleCheck({ actual: text, message: `substring \`operational\` not found in \`${text}\`` })],
    trace: {
      calls: [
        {
          ...last.trace!.calls[0]!,
          result: { content: [{ type: 'text', text }] },
          is_error: n === 0,
          duration_ms: 30 + n * 800,
        },
      ],
    },
  }));
  return sampleRun([{ ...last, flaky: true, attempts: 3, earlier_attempts: earlier }, toolCase(1, 'pass')], {
    duration_ms: 1240,
    ...sourced(),
  });
}

function agentCall(n: number, turns: number): TraceCall {
  const wrong = n === turns - 3;
  return {
    tool: wrong ? 'refund_order' : ['search_orders', 'get_order', 'get_policy'][n % 3]!,
    server: 'orders',
    args: wrong ? { order: 1042, amount: 'all' } : { query: 'late order', page: n },
    result: {
      content: [
        {
          type: 'text',
          text: wrong
            ? 'amount must be a number of cents'
            : Array.from(
                { length: 30 },
                (_, row) => `${1000 + row}  shipped  2026-10-${10 + (row % 20)}`,
              ).join('\n'),
        },
      ],
      ...(wrong && { isError: true }),
    },
    is_error: wrong,
    duration_ms: 80 + ((n * 137) % 900),
  };
}

export function toolCase(n: number, verdict: CaseResult['verdict']): CaseResult {
  const server = SERVERS[n % SERVERS.length]!;
  const tool = TOOLS[n % TOOLS.length]!;
  const failed = verdict === 'fail';
  return sampleCase({
    id: `case-${n}`,
    name: `${tool} answers case ${n}`,
    server,
    kind: n % 11 === 4 ? 'resource' : 'tool',
    verdict,
    duration_ms: 4 + ((n * 7919) % 240) + (n % 29 === 0 ? 900 : 0),
    file: n % 2 === 0 ? 'mcptest.yml' : 'tests/orders.mcptest.yml',
    line: 5 + n * 4,
    flaky: verdict === 'pass' && n % 61 === 9,
    tags: n % 5 === 0 ? ['smoke'] : [],
    ...(verdict === 'skipped' && { skip_reason: 'needs the sandbox account' }),
    checks: checksOf(n, verdict),
    trace: {
      calls: [
        {
          tool,
          server,
          args: { city: 'Oslo', days: n % 7 },
          result: {
            content: [{ type: 'text', text: failed ? 'status: degraded' : 'status: operational' }],
            structuredContent: { status: failed ? 'degraded' : 'operational', rows: n },
          },
          is_error: false,
          duration_ms: 3 + (n % 200),
        },
      ],
    },
  });
}

function checksOf(n: number, verdict: CaseResult['verdict']): CaseResult['checks'] {
  if (verdict === 'skipped') return [];
  if (verdict === 'inconclusive')
    return [
      sampleCheck({
        target: 'server',
        matcher: 'alive',
        expected: undefined,
        actual: undefined,
        outcome: 'inconclusive',
        message: 'the server never answered initialize within 30s',
      }),
    ];
  const passed = sampleCheck({
    outcome: 'pass',
    message: 'contains `operational`',
    actual: 'status: operational',
  });
  if (verdict === 'pass') return [passed];
  const expected = { status: 'operational', region: 'eu-north', nodes: [1, 2, 3] };
  const deep = sampleCheck({
    target: 'result.structuredContent',
    matcher: 'exact',
    expected,
    actual: { ...expected, status: 'degraded', nodes: [1, 3] },
    message: 'differs at `/status` and `/nodes`',
  });
  return n % 2 === 0 ? [deep, sampleCheck()] : [sampleCheck(), passed];
}

function sourced(models: string[] = []): Pick<RunEnvelope, 'provenance'> {
  return {
    provenance: {
      tool_version: '0.1.0',
      mode: 'live',
      profile: 'ci',
      repo: 'https://git.example/acme/weather-mcp',
      branch: 'refunds',
      commit: '4f1c9d2ab87e60d1f0a9c3b57e8842aa61c0de11',
      dirty: true,
      platform: 'linux-x64',
      node: '20.19.0',
      ci: 'GitHub Actions',
      servers: [
        {
          name: 'weather',
          transport: 'stdio',
          auth: 'none',
          protocol_version: '2025-11-25',
          era: 'legacy',
          server_info: { name: 'weather-mcp', version: '2.3.1' },
        },
        {
          name: 'orders',
          transport: 'http',
          auth: 'bearer from ORDERS_TOKEN',
          protocol_version: '2026-07-28',
          era: 'modern',
          server_info: { name: 'orders', version: '1.0.0' },
          restarts: 1,
        },
        { name: 'files', transport: 'stdio', auth: 'none', protocol_version: '2025-06-18', era: 'legacy' },
      ],
      models,
    },
  };
}

function coverage(percent: number): RunEnvelope['coverage'] {
  const covered = Math.round(percent / 20);
  const uncovered = TOOLS.slice(covered);
  return {
    tools: [{ file: 'mcptest.yml', server: 'weather', total: 5, covered, percent, uncovered }],
    total: 5,
    covered,
    percent,
    gates: [{ file: 'mcptest.yml', threshold: 80, percent, passed: percent >= 80 }],
  };
}

function findings(): Finding[] {
  return [
    {
      rule: 'DESC-004',
      severity: 'warning',
      server: 'orders',
      tool: 'search',
      pointer: '/description',
      message: 'the description does not say when to use the tool',
      suggestion: 'Add one sentence that begins with "Use this when".',
      excerpt: 'Searches.',
    },
    {
      rule: 'stdout-noise',
      severity: 'high',
      server: 'files',
      message: 'printed 12 lines that are no messages',
      count: 12,
    },
  ];
}
