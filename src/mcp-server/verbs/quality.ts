/** How good the definitions of a server are, and how they changed. None of its tools is called. */
import type { AuditReport } from '../../types/audit.js';
import type { ClientReport } from '../../types/compat.js';
import type { ServerScore } from '../../types/tdqs.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { clip } from '../../util/text.js';
import { checkClients } from '../../verbs/compat.js';
import { diffTargets } from '../../verbs/diff.js';
import { lintUncounted } from '../../verbs/lint.js';
import { scoreCatalogs } from '../../verbs/tdqs.js';
import { bounded } from '../bounded.js';
import { insidePaths } from '../inside-paths.js';
import { ASKS, names, output, targeted, text } from '../shapes.js';
import type { Verb } from '../verb.js';

export const qualityVerbs: Verb[] = [
  {
    name: 'audit_server',
    title: 'Audit a server',
    description:
      'Audit the server under test: grades A to F for start, protocol, clients, definitions, security and tokens, and the five best fixes. No tool is called. Use it first; for wording alone use lint_tools.',
    input: targeted(),
    output: output({ verdict: 's', grade: 's?', headings: 'a', fixes: 'a' }),
    annotations: ASKS,
    run: async (args, call) => {
      const target = await call.target(args);
      const { auditServer } = await import('../../verbs/audit/audit.js');
      let known = 0;
      const { report, gate, closing } = await auditServer({
        ...target,
        signal: call.signal,
        calls: false,
        progress: ({ title }) => call.progress(++known, 6, title),
      });
      await closing;
      return bounded({ verdict: gate.verdict, ...auditShape(report) });
    },
  },
  {
    name: 'lint_tools',
    title: 'Lint tool definitions',
    description:
      'Check the tool definitions of the server under test against description and schema rules, worst tool first, each with a fix. For one overall figure use score_tools.',
    input: targeted({ rules: names('Rule ids or families such as DESC or SCH-004') }),
    output: output({ findings: 'a', summary: 'o', tools: 'n' }),
    annotations: ASKS,
    run: async (args, call) => {
      const target = await call.target(args);
      const rules = args.rules as string[] | undefined;
      const { findings, summary, tools, closing } = await lintUncounted({
        ...target,
        signal: call.signal,
        rules,
      });
      await closing;
      return bounded({ findings: findings.filter(({ severity }) => severity !== 'pass'), summary, tools });
    },
  },
  {
    name: 'check_clients',
    title: 'Check clients',
    description:
      'Tell which clients and model APIs take the tools of the server under test, degrade, drop or refuse them, and how to fix it. For wording use lint_tools.',
    input: targeted({ clients: names('Such as cursor') }),
    output: output({ clients: 'a', not_judged: 'a' }),
    annotations: ASKS,
    run: async (args, call) => {
      const target = await call.target(args);
      const client = args.clients as string[] | undefined;
      const { clients, not_judged, closing } = await checkClients({ ...target, signal: call.signal, client });
      await closing;
      return bounded({ clients: clients.map(clientShape), not_judged });
    },
  },
  {
    name: 'score_tools',
    title: 'Score tool definitions',
    description:
      'Score how well the definitions of the server under test tell a model what its tools are for (TDQS, 1 to 5), with the tool to work on first.',
    input: targeted(),
    output: output({ name: 's', toolCount: 'n', tools: 'a', advice: 'a' }),
    annotations: ASKS,
    run: async (args, call) => {
      const target = await call.target(args);
      const { report, closing } = await scoreCatalogs({ ...target, signal: call.signal, judge: 'offline' });
      await closing;
      const [server] = report.servers;
      return server === undefined ? {} : bounded(scoreShape(server));
    },
  },
  {
    name: 'diff_catalogs',
    title: 'Diff two catalogues',
    description:
      'Compare a saved catalogue or mcptest.lock of the workspace with another one (`after`) or with what the server under test offers now, and class each change as breaking, risky or additive.',
    input: targeted(
      {
        before: text('Saved catalogue or lock, a path in the workspace'),
        after: text('Another one, instead of url or command'),
      },
      ['before'],
      { before: 'mcptest.lock' },
    ),
    output: output({ summary: 'o', changes: 'a' }),
    annotations: ASKS,
    run: async (args, call) => {
      const { workspace, signal, redactor } = call;
      const { before, after } = args as { before: string; after?: string };
      const [first, second] = await insidePaths(workspace, after === undefined ? [before] : [before, after]);
      const target = second === undefined ? await call.target(args) : { cwd: workspace, workspace, redactor };
      const { diff, closing } = await diffTargets({ ...target, signal, before: first!, after: second });
      await closing;
      return bounded({ ...diff });
    },
  },
];

const FIX_TEXT = 200;

/** What an agent works on, in about 1,000 tokens. */
function auditShape({ grade, headings, fixes }: AuditReport): Record<string, unknown> {
  const short = (said: string) => clip(said, FIX_TEXT);
  return omitUndefined({
    grade,
    headings: headings.map(({ id, grade: own, says, inconclusive, left_out }) =>
      omitUndefined({ id, grade: own, says: says || undefined, inconclusive, left_out }),
    ),
    fixes: fixes.map(({ heading, rule, tools, message, fix, grade: now, grade_if_mended }) => ({
      heading,
      rule,
      tools: tools.slice(0, 3),
      tool_count: tools.length,
      message: short(message),
      fix: short(fix),
      gain: `${now} → ${grade_if_mended}`,
    })),
  });
}

/** Worst first; which tools, and not what their search is like. */
function clientShape({ client, verdict, findings }: ClientReport): Record<string, unknown> {
  const told = findings.map(
    ({ rule, tool, verdict: own, maybe, takes_all, message, fix, confidence, date }) =>
      omitUndefined({ rule, tool, verdict: own, maybe, takes_all, message, fix, confidence, date }),
  );
  return { client, verdict, findings: told };
}

/** Without what the judge said of each dimension: the figures and the advice are what an agent works on. */
function scoreShape({
  coherenceJustifications: _said,
  tools,
  ...rest
}: ServerScore): Record<string, unknown> {
  return {
    ...rest,
    tools: tools.map((tool) =>
      'unscored' in tool
        ? { name: tool.name, unscored: tool.unscored }
        : { name: tool.name, tdqs: tool.tdqs, tier: tool.tier, smells: tool.smells, flags: tool.flags },
    ),
  };
}
