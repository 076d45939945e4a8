/** Two audits of one server: what became better and what worse, tokens among it. */
import type { AuditChange, AuditDelta, AuditFinding, AuditHeading, AuditReport } from '../types/audit.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine, plural } from '../util/text.js';
import { compareGrades } from './points.js';

export function readAudit(text: string, file: string): AuditReport {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // Told below.
  }
  const headings = ownValue(document, 'headings');
  if (ownValue(document, 'version') === 1 && Array.isArray(headings) && headings.every(isHeading))
    return document as AuditReport;
  throw new McptestError({
    code: 'audit-unreadable',
    message: `${oneLine(file)} is not a saved audit`,
    hint: 'Save one with mcptest audit --format json --output main.json, and give that file.',
  });
}

function isHeading(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string' && Array.isArray(value.findings);
}

export function deltaOf(base: AuditReport, now: AuditReport): AuditDelta {
  const before = new Map(base.headings.map((heading) => [heading.id, heading]));
  const pairs = now.headings.map((heading) => ({ heading, old: before.get(heading.id) }));
  const changes = pairs.flatMap(({ heading, old }) =>
    old === undefined ? [] : findingChanges(old, heading),
  );
  const delta: AuditDelta = {
    base: { grade: base.grade, mcptest: base.mcptest },
    headings: pairs.map(({ heading: { id, title, grade }, old }) => ({
      id,
      title,
      from: old?.grade,
      to: grade,
      change: changeOf(old?.grade, grade),
    })),
    worse: changes.filter(({ isWorse }) => isWorse).map(({ text }) => text),
    better: changes.filter(({ isWorse }) => !isWorse).map(({ text }) => text),
  };
  const tokens = tokenChange(base, now);
  if (tokens !== undefined) delta.tokens = tokens;
  return delta;
}

function changeOf(from: AuditHeading['grade'], to: AuditHeading['grade']): AuditChange {
  if (from === undefined || to === undefined) return 'unknown';
  const order = compareGrades(to, from);
  if (order === 0) return 'same';
  return order > 0 ? 'better' : 'worse';
}

interface FindingChange {
  text: string;
  isWorse: boolean;
}

/** Of a heading that is judged in both; where it is not, nothing is known of its findings. */
function findingChanges(old: AuditHeading, now: AuditHeading): FindingChange[] {
  if (old.grade === undefined || now.grade === undefined) return [];
  const places = (heading: AuditHeading) => new Map(heading.findings.map((one) => [keyOf(one), one]));
  const [before, after] = [places(old), places(now)];
  const changes: FindingChange[] = [];
  for (const [key, finding] of after) {
    const was = before.get(key);
    if (was === undefined) changes.push({ text: words(now.title, finding), isWorse: true });
    else changes.push(...toolChanges(now.title, was, finding));
  }
  for (const [key, finding] of before)
    if (!after.has(key)) changes.push({ text: words(now.title, finding), isWorse: false });
  return changes;
}

function toolChanges(title: string, was: AuditFinding, now: AuditFinding): FindingChange[] {
  const fresh = now.tools.filter((tool) => !was.tools.includes(tool));
  const gone = was.tools.filter((tool) => !now.tools.includes(tool));
  const told = (tools: string[], isWorse: boolean) =>
    tools.length === 0 ? [] : [{ text: words(title, { ...now, tools }), isWorse }];
  return [...told(fresh, true), ...told(gone, false)];
}

/** Tools that cost much are told one by one. */
function keyOf({ rule, tools }: AuditFinding): string {
  return rule === 'dear-tool' ? `${rule} ${tools[0]}` : rule;
}

function words(title: string, { rule, tools, message }: AuditFinding): string {
  const [first, ...others] = tools;
  const at =
    first === undefined
      ? ''
      : ` at ${first}${others.length > 0 ? ` and ${plural(others.length, 'other tool')}` : ''}`;
  return `${title}: ${rule}${at}: ${message}`;
}

function tokenChange(base: AuditReport, now: AuditReport): AuditDelta['tokens'] {
  const [before, after] = [base.tokens, now.tokens];
  if (before === undefined || after === undefined) return undefined;
  const names = [...new Set([...Object.keys(before.tools), ...Object.keys(after.tools)])];
  const tools = names
    .map((tool) => ({ tool, from: before.tools[tool] ?? 0, to: after.tools[tool] ?? 0 }))
    .filter(({ from, to }) => from !== to)
    .sort((one, two) => Math.abs(two.to - two.from) - Math.abs(one.to - one.from));
  return { from: before.total, to: after.total, tools };
}
