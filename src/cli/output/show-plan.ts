/** `run --list` and `run --dry-run`: what would run, for people and for scripts. Nothing is started. */

import type { Redactor } from '../../redact/redactor.js';
import type { ServerSpec } from '../../types/connection.js';
import type { Plan } from '../../types/plan.js';
import type { Suite } from '../../types/suite.js';
import { oneLine, plural } from '../../util/text.js';
import type { ExplainedRun } from '../../verbs/explain-run.js';

interface Row {
  suite: Suite;
  name: string;
  /** The test that it is a case of. */
  of?: string;
  line: number;
  what: string;
  skip?: string;
  repro: string;
  pulled_in?: boolean;
}

function rowsOf(plan: Plan): Row[] {
  const cases = plan.cases.map(({ suite, name, test, repro, pulled_in }): Row => {
    const what = [
      ...new Set(
        test.steps.map(({ call }) =>
          call.server === '' ? subject(call) : `${call.server}.${subject(call)}`,
        ),
      ),
    ].join(', ');
    return { suite, name, of: test.case?.of, line: test.place.line, what, skip: test.skip, repro, pulled_in };
  });
  const agentRuns = (plan.groups ?? []).flatMap(({ suite, agent, runs }) =>
    runs.map(({ name, repro }): Row => {
      return {
        suite,
        name,
        of: agent.case?.of,
        line: agent.place.line,
        what: 'agent',
        skip: agent.skip,
        repro,
      };
    }),
  );
  return plan.suites.flatMap((suite) =>
    [...cases, ...agentRuns].filter((row) => row.suite === suite).sort((a, b) => a.line - b.line),
  );
}

function subject(call: Plan['cases'][number]['test']['steps'][number]['call']): string {
  if (call.kind === 'catalog') return call.measure;
  if (call.kind === 'calibration') return `calibration of ${call.judge}`;
  if (call.kind === 'compliance')
    return call.check ?? (call.conformance?.checks?.join(', ') || 'conformance');
  switch (call.kind) {
    case 'tool':
    case 'task':
      return call.tool;
    case 'resource':
      return call.uri;
    case 'prompt':
      return call.prompt;
    case 'request':
      return call.method;
    case 'completion':
      return `${call.of.prompt ?? call.of.uri}:${call.argument}`;
    case 'template':
      return call.template;
    case 'subscription':
      return [...call.resources, ...call.lists].join('+');
    case 'app':
      return call.app;
    case 'capabilities':
      return 'capabilities';
  }
}

/** One test a line: `file:line  name`. */
export function planList(plan: Plan, redactor: Redactor): string {
  const show = (text: string): string => oneLine(redactor.text(text));
  return rowsOf(plan)
    .map(({ suite, line, name, skip }) => {
      const note = skip === undefined ? '' : `  (skipped: ${show(skip)})`;
      return `${show(suite.display_file)}:${line}  ${show(name)}${note}\n`;
    })
    .join('');
}

export function planText(plan: Plan, redactor: Redactor): string {
  const show = (text: string): string => oneLine(redactor.text(text));
  const rows = rowsOf(plan);
  const out: string[] = [];
  let servers = 0;
  for (const suite of plan.suites) {
    const own = rows.filter((row) => row.suite === suite);
    if (own.length === 0) continue;
    const used = serversOf(plan, suite);
    servers += used.length;
    out.push(show(suite.display_file));
    for (const spec of used) out.push(`  server ${show(spec.name)}: ${show(reached(spec, redactor))}`);
    for (const row of shownRows(own)) {
      if ('left' in row) {
        out.push(`  … and ${plural(row.left, 'more case')} of ${show(row.of)} (--list names them)`);
        continue;
      }
      const note = row.skip !== undefined ? `  (skipped: ${show(row.skip)})` : '';
      const needed = row.pulled_in ? '  (needed by a test that was chosen)' : '';
      out.push(`  ${show(row.name)}  ${show(row.what)}${note}${needed}`, `      ${show(row.repro)}`);
    }
    out.push('');
  }
  out.push(`${plural(rows.length, 'test')} on ${plural(servers, 'server')}; nothing was started`, '');
  return out.join('\n');
}

const MOST_CASES = 10;

/** Of many cases of one test the first few. */
function shownRows(rows: readonly Row[]): (Row | { left: number; of: string })[] {
  const seen = new Map<string, number>();
  for (const { of } of rows) if (of !== undefined) seen.set(of, (seen.get(of) ?? 0) + 1);
  const met = new Map<string, number>();
  return rows.flatMap((row): (Row | { left: number; of: string })[] => {
    if (row.of === undefined) return [row];
    const at = (met.get(row.of) ?? 0) + 1;
    met.set(row.of, at);
    if (at <= MOST_CASES) return [row];
    const left = seen.get(row.of)! - MOST_CASES;
    return at === MOST_CASES + 1 ? [{ left, of: row.of }] : [];
  });
}

function serversOf(plan: Plan, suite: Suite): ServerSpec[] {
  const cases = plan.cases.filter((one) => one.suite === suite);
  const names = new Set([
    ...cases.flatMap(({ test }) => test.steps.map(({ call }) => call.server)),
    ...(plan.groups ?? []).filter((one) => one.suite === suite).flatMap(({ agent }) => agent.servers),
  ]);
  return Object.values(suite.servers).filter(({ name }) => names.has(name));
}

/** Word by word: a short secret is known only by itself. */
function reached({ command, url, start }: ServerSpec, redactor: Redactor): string {
  const words = (argv: string[]): string => argv.map(redactor.text).join(' ');
  if (url === undefined) return `stdio, ${words(command ?? [])}`;
  return start ? `http, ${url}, started as ${words(start)}` : `http, ${url}`;
}

/** The plan, then every model that would be asked, how often, and for how much. */
export function explainText({
  plan,
  redactor,
  models,
  tokens_of_a_call: tokens,
  max_cost,
}: ExplainedRun): string {
  const rows = models.map(({ model, does, calls, cost_usd, problem }) => {
    const cost = cost_usd === undefined ? 'price not known' : `$${cost_usd.toFixed(4)}`;
    const why = problem === undefined ? '' : `  (${oneLine(redactor.text(problem))})`;
    return `  ${oneLine(redactor.text(model))}  ${does}, at most ${plural(calls, 'call')}, ${cost}${why}`;
  });
  const known = models.flatMap(({ cost_usd }) => cost_usd ?? []);
  const total = known.reduce((sum, cost) => sum + cost, 0);
  const about = `a call is taken to read ${tokens.input} tokens and to write ${tokens.output}`;
  const unknown = known.length < models.length ? ', without what has no known price' : '';
  const cap = max_cost === undefined ? '' : `; --max-cost stops at $${max_cost}`;
  const end =
    models.length === 0
      ? ['  no model is called: this run costs nothing']
      : [...rows, `  together about $${total.toFixed(4)} at most${unknown} (${about})${cap}`];
  return `${planText(plan, redactor)}\nModels\n${end.join('\n')}\n`;
}
