/** The run of an agent test beside another of the same test: call by call, where they part, and what each came to. */
import type { CaseResult } from '../../types/envelope.js';
import type { TraceCall } from '../../types/trace.js';
import { Badge, verdictWord } from '../mark.js';
import { go } from '../route.js';
import { figure, milliseconds, plural, shown } from '../words.js';
import { alignCalls, type Pair } from './beside.js';

interface Props {
  results: readonly CaseResult[];
  result: CaseResult;
  path: readonly string[];
  query: URLSearchParams;
}

/** Other runs of the same test, with whatever model. */
function siblingsOf({ results, result }: Props): CaseResult[] {
  return results
    .filter((one) => one !== result && one.trace && one.test === result.test && one.file === result.file)
    .slice(0, 200);
}

export function Beside(props: Props) {
  const { result, path, query } = props;
  const siblings = result.trace === undefined ? [] : siblingsOf(props);
  if (siblings.length === 0) return null;
  const other = siblings.find(({ id }) => id === query.get('beside'));
  const choose = (id: string): void => {
    const next = new URLSearchParams(query);
    if (id === '') next.delete('beside');
    else next.set('beside', id);
    go(path, next);
  };
  return (
    <section class="beside" aria-label="beside another run">
      <p>
        <label>
          Compare with{' '}
          <select value={other?.id ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">no other run</option>
            {siblings.map((one) => (
              <option key={one.id} value={one.id}>
                {`${labelOf(one)} (${verdictWord(one.verdict)})`}
              </option>
            ))}
          </select>
        </label>
      </p>
      {other && <Pairs left={result} right={other} />}
    </section>
  );
}

function labelOf({ name, model, run }: CaseResult): string {
  const which = [model, run === undefined ? undefined : `run ${run}`].filter(Boolean).join(', ');
  return shown(which || name, 80);
}

function Pairs({ left, right }: { left: CaseResult; right: CaseResult }) {
  const calls = [left.trace?.calls ?? [], right.trace?.calls ?? []] as const;
  const pairs = alignCalls(...calls).slice(0, 1000);
  const parted = pairs.findIndex((pair) => !isSame(pair, ...calls));
  return (
    <>
      <p class="dim">
        {parted < 0
          ? 'The same calls with the same arguments.'
          : `They differ from call ${(pairs[parted]?.left ?? pairs[parted]?.right ?? parted) + 1} on.`}
      </p>
      <table class="pairs">
        <thead>
          <tr>
            {[left, right].map((one) => (
              <th key={one.id} scope="col">
                <Badge verdict={one.verdict} /> {labelOf(one)}
                <span class="dim"> {sumsOf(one)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, at) => (
            <tr key={at} class={isSame(pair, ...calls) ? '' : 'differs'}>
              <Side call={calls[0][pair.left ?? -1]} number={pair.left} />
              <Side call={calls[1][pair.right ?? -1]} number={pair.right} />
            </tr>
          ))}
          <tr>
            <td>{shown(left.trace?.final_response ?? '', 400)}</td>
            <td>{shown(right.trace?.final_response ?? '', 400)}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

function sumsOf({ trace, duration_ms }: CaseResult): string {
  const tokens = trace?.tokens?.total;
  return [
    plural(trace?.calls.length ?? 0, 'call'),
    tokens === undefined ? '' : `${figure(tokens)} tokens`,
    milliseconds(duration_ms),
  ]
    .filter(Boolean)
    .join(' · ');
}

function isSame({ left, right }: Pair, a: readonly TraceCall[], b: readonly TraceCall[]): boolean {
  const [one, other] = [a[left ?? -1], b[right ?? -1]];
  if (one === undefined || other === undefined) return false;
  return JSON.stringify(one.args) === JSON.stringify(other.args) && one.is_error === other.is_error;
}

function Side({ call, number }: { call: TraceCall | undefined; number: number | undefined }) {
  if (call === undefined) return <td class="dim">–</td>;
  return (
    <td>
      <span class="dim nth">{(number ?? 0) + 1}</span>{' '}
      <code>{shown(call.server === undefined ? call.tool : `${call.server}.${call.tool}`, 100)}</code>
      {call.is_error && <span class="flag wrong">error</span>}{' '}
      <span class="dim">{shown(JSON.stringify(call.args) ?? '', 200)}</span>
    </td>
  );
}
