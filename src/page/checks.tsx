/** What was judged about a test; what did not pass comes first and is open. */
import { useState } from 'preact/hooks';
import type { Check } from '../types/verdict.js';
import { visible } from '../util/text.js';
import { comparable } from './comparable.js';
import { type DiffLine, lineDiff } from './line-diff.js';
import { Mark } from './mark.js';
import { ScrollPre } from './scroll-pre.js';
import { Prose, textOf, Value } from './value.js';
import { plural, shown } from './words.js';

const AT_ONCE = 100;
const MOST_LINES = 8;
const MOST_REASONS = 60;

export function Checks({ checks }: { checks: readonly Check[] }) {
  const open = checks.filter(({ outcome }) => outcome !== 'pass');
  const passed = checks.filter(({ outcome }) => outcome === 'pass');
  return (
    <>
      <CheckList checks={open} open />
      {passed.length > 0 && (
        <details class="passed" open={open.length === 0 && passed.length <= 12}>
          <summary>{plural(passed.length, 'check')} passed</summary>
          <CheckList checks={passed} />
        </details>
      )}
    </>
  );
}

function CheckList({ checks, open = false }: { checks: readonly Check[]; open?: boolean }) {
  const [most, setMost] = useState(AT_ONCE);
  return (
    <>
      <ol class="checks">
        {checks.slice(0, most).map((check, at) => (
          <CheckItem key={at} check={check} open={open && at < 5} />
        ))}
      </ol>
      {checks.length > most && (
        <button type="button" onClick={() => setMost(most + AT_ONCE)}>
          Show {Math.min(AT_ONCE, checks.length - most)} more of {checks.length}
        </button>
      )}
    </>
  );
}

function CheckItem({ check, open }: { check: Check; open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  const { message, because = [], judged = [], stderr = [] } = check;
  return (
    <li class={`check ${check.outcome}`}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Mark verdict={check.outcome} />
          <span>
            <code>{shown(check.target, 200)}</code> <span class="dim">{shown(check.matcher, 60)}</span>
            {check.line !== undefined && <span class="dim"> · line {check.line}</span>}
            <span class="message">
              <Prose text={shown(message, 600)} />
            </span>
            {because.slice(0, MOST_REASONS).map((line, at) => (
              <span key={at} class={line.startsWith(' ') ? 'message dim aligned' : 'message dim'}>
                {shown(line.trim(), 2000)}
              </span>
            ))}
            {judged.slice(0, MOST_REASONS).map(({ model, scorer, score, reason, problem }, at) => (
              <span key={at} class="message dim">
                {shown(
                  `${model ?? scorer}: ${score ?? 'no score'}, ${reason ?? problem ?? 'without a reason'}`,
                  2000,
                )}
              </span>
            ))}
            {stderr.length > 0 && <span class="message dim">Last lines on stderr:</span>}
            {stderr.slice(-MOST_LINES).map((line, at) => (
              <code key={at} class="message">
                {shown(line, 300)}
              </code>
            ))}
          </span>
        </summary>
        {isOpen && <Sides check={check} />}
      </details>
    </li>
  );
}

const SIGNS: Record<DiffLine['side'], string> = { both: '  ', expected: '− ', actual: '+ ' };

function Sides({ check }: { check: Check }) {
  const { expected, actual, matcher } = check;
  const isComparable =
    expected !== undefined && actual !== undefined && /^(exact|snapshot|subset|==)$/.test(matcher);
  const wanted = isComparable ? comparable(expected, actual, { subset: matcher === 'subset' }) : undefined;
  const lines = isComparable ? lineDiff(textOf(wanted), textOf(actual)) : undefined;
  if (lines) {
    return (
      <div class="value">
        <ScrollPre label="difference" class="diff">
          {lines.map(({ side, text }, at) => (
            <span key={at} class={side}>
              {SIGNS[side]}
              {visible(text)}
              {'\n'}
            </span>
          ))}
        </ScrollPre>
        <p class="dim note">− expected, + actual</p>
      </div>
    );
  }
  return (
    <div class="sides">
      <div>
        <h4>Expected</h4>
        <Value value={expected} label="expected" />
      </div>
      <div>
        <h4>Actual</h4>
        <Value value={actual} label="actual" />
      </div>
    </div>
  );
}
