/** The rows of the table: a test, or what the tests below it have in common. */
import { missedTools } from '../envelope/missed-tools.js';
import type { CaseResult } from '../types/envelope.js';
import { Mark } from './mark.js';
import { ROLE } from './roles.js';
import { firstMessage } from './select-tests.js';
import { milliseconds, shown } from './words.js';

export interface TestGroup {
  /** Tells it from every other of the table. */
  key: string;
  /** Absent: those of the group above that went well. */
  label?: string;
  tests: CaseResult[];
}

interface RowPlace {
  /** Place in the table. */
  place: number;
}

function at({ place }: RowPlace) {
  return { ...ROLE.row, 'aria-rowindex': place + 2, 'data-place': place };
}

export function TestRow({
  result,
  longest,
  href,
  ...placed
}: { result: CaseResult; longest: number; href: string } & RowPlace) {
  const message = firstMessage(result) ?? missedTools(result);
  const width = Math.max(1, Math.round((result.duration_ms / longest) * 48));
  return (
    <tr class={`row ${result.verdict}`} {...at(placed)}>
      <td {...ROLE.cell} class="verdict">
        <Mark verdict={result.verdict} />
      </td>
      <td {...ROLE.cell} class="name">
        <a href={href}>{shown(result.name, 200)}</a>
        {result.flaky && <span class="flag">flaky</span>}
        {result.dataset?.correct === false && <span class="flag">wrong</span>}
        {message !== undefined && <span class="dim message">{shown(message.replaceAll('`', ''), 160)}</span>}
      </td>
      <td {...ROLE.cell} class="kind dim">
        {shown(result.kind, 40)}
      </td>
      <td {...ROLE.cell} class="server dim">
        {shown(result.server ?? '', 60)}
      </td>
      <td {...ROLE.cell} class="duration number">
        {result.verdict !== 'skipped' && (
          <>
            <svg width="48" height="4" aria-hidden="true">
              <rect class="bar" x={48 - width} width={width} height="4" rx="2" />
            </svg>
            {milliseconds(result.duration_ms)}
          </>
        )}
      </td>
    </tr>
  );
}

/** A case of a dataset neither passes nor fails by itself: its row says in words that other tools were called. */
const COUNTED = [
  ['fail', 'failed'],
  ['inconclusive', 'not judged'],
  ['pass', 'passed'],
  ['skipped', 'skipped'],
] as const;

export function GroupRow({
  group,
  folded,
  toggle,
  ...placed
}: { group: TestGroup; folded: boolean; toggle(): void } & RowPlace) {
  const { tests } = group;
  const counts = COUNTED.map(([verdict, word]) => {
    const count = tests.filter((test) => test.verdict === verdict).length;
    return { verdict, text: `${count} ${word}`, count };
  }).filter(({ count }) => count > 0);
  const words = counts.map(({ text }) => text).join(' · ');
  return (
    <tr class={`row file ${group.label === undefined ? 'within' : ''}`} {...at(placed)}>
      <td {...ROLE.cell} class="verdict">
        <Mark verdict={counts[0]?.verdict ?? 'skipped'} />
      </td>
      <td {...ROLE.cell} class="name">
        <button type="button" class="fold" aria-expanded={!folded} onClick={toggle}>
          <span aria-hidden="true">{folded ? '▸' : '▾'}</span>{' '}
          {group.label === undefined ? words : shown(group.label, 200)}
        </button>
        {group.label !== undefined && <span class="dim message">{words}</span>}
      </td>
      <td {...ROLE.cell} class="kind" />
      <td {...ROLE.cell} class="server" />
      <td {...ROLE.cell} class="duration number dim">
        {milliseconds(tests.reduce((sum, test) => sum + test.duration_ms, 0))}
      </td>
    </tr>
  );
}
