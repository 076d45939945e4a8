/** A failure as a test to paste: it fails as long as the server does what was found, and passes when it is mended. */
import { TemplateText, yamlItem } from '../source/yaml-text.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';
import type { Link, PlannedCall } from './fuzz-case.js';
import type { Found } from './investigation.js';
import type { Problem } from './judge-call.js';

/** An error, or a result that says so: both are a refusal. */
const REFUSED = { target: 'result', matcher: { any_of: [{ exact: null }, { subset: { isError: true } }] } };
/** Any answer at all. */
const ANSWERED = { target: 'result', matcher: { any_of: [{ exact: null }, { type: 'object' }] } };

/** What must not stand in an answer, by kind of leak; suites see secrets as placeholders. */
const LEAKED = {
  'stack trace': '\\n\\s+at |Traceback|goroutine \\d|panicked at|\\.php\\(|\\.rb:\\d',
  path: '/(home|root|Users|opt|usr|var|srv|app|tmp|private)/|[A-Za-z]:\\\\',
  secret: '\\[secret:',
  file: 'root:',
} as const;

export function failingTest({ problem, calls }: Found, server: string, maxCallMs: number): string {
  const last = calls.at(-1);
  if (last === undefined) return '';
  const name = `${oneLine(clip(last.tool, 60))}: ${TITLES[problem.outcome]}`;
  const relation = relationOf(problem);
  const timeout = problem.outcome === 'hang' ? `${maxCallMs}ms` : undefined;
  if (relation !== undefined) {
    const test = { name, server, tool: last.tool, args: calls[0]?.args ?? {}, metamorphic: [relation] };
    return yamlItem(test, 2);
  }
  const expect = expectationOf(problem);
  if (calls.length === 1)
    return yamlItem(omitUndefined({ name, server, tool: last.tool, args: last.args, timeout, expect }), 2);
  const steps = calls.map((call, at) => {
    const isLast = at === calls.length - 1;
    return omitUndefined({
      tool: call.tool,
      args: linkedArgs(call),
      capture: capturesOf(call, calls),
      expect: isLast ? expect : [ANSWERED],
    });
  });
  return yamlItem(omitUndefined({ name, server, timeout, steps }), 2);
}

const TITLES: Record<Problem['outcome'], string> = {
  crash: 'stays alive',
  hang: 'answers in time',
  'protocol-violation': 'keeps to the protocol',
  leak: 'tells nothing of its inside',
  'accepted-invalid': 'refuses what its schema forbids',
  'broken-relation': 'agrees with itself',
};

function expectationOf({ outcome, leak, key }: Problem): unknown[] {
  if (outcome === 'accepted-invalid') return [REFUSED];
  // Of sequences only one asks for success: what was created can be read.
  if (outcome === 'broken-relation')
    return key.includes('not found') ? [{ 'result.isError': { not: true } }] : [REFUSED];
  if (leak === undefined) return [ANSWERED];
  const target = leak.inError ? 'error.message' : 'result.content[0].text';
  return [ANSWERED, { target, matcher: { not: { regex: LEAKED[leak.kind] } } }];
}

function relationOf({ outcome, key }: Problem): unknown {
  if (outcome !== 'broken-relation') return undefined;
  if (key === 'argument order') return 'argument_order';
  const limit = /^limit of (\S+)$/.exec(key)?.[1];
  return limit === undefined ? undefined : { monotone_limit: { argument: limit } };
}

function captureName({ from, path }: Link): string {
  return `answer_${from}_${String(path.at(-1) ?? 'value').replace(/\W/g, '_')}`;
}

function linkedArgs({ args, links = [] }: PlannedCall): Record<string, unknown> {
  const out: Record<string, unknown> = { ...args };
  for (const link of links)
    if (link.structured) out[link.argument] = new TemplateText(`\${captured.${captureName(link)}}`);
  return out;
}

/** What later calls take out of the answer to this one. */
function capturesOf({ id }: PlannedCall, calls: readonly PlannedCall[]): Record<string, string> | undefined {
  const links = calls.flatMap((call) => call.links ?? []);
  const own = links.filter(({ from, structured }) => from === id && structured);
  if (own.length === 0) return undefined;
  return Object.fromEntries(
    own.map((link) => [captureName(link), `result.structuredContent${targetPath(link.path)}`]),
  );
}

function targetPath(path: (string | number)[]): string {
  return path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('');
}
