/** The tools that an agent could choose from: which it chose, and which were there to lead it astray. */
import type { Trace } from '../../types/trace.js';
import { plural, shown } from '../words.js';

interface Props {
  offered: readonly string[];
  trace: Trace;
}

const WORDS = { asserted: 'chosen', called: 'distractor, chosen', '': 'not chosen', aside: 'distractor' };

export function Offered({ offered, trace }: Props) {
  const chosen = new Set(trace.calls.map(({ server, tool }) => (server ? `${server}.${tool}` : tool)));
  const distractors = new Set(trace.distractors ?? []);
  const kindOf = (id: string): keyof typeof WORDS => {
    const isChosen = chosen.has(id) || chosen.has(id.slice(id.indexOf('.') + 1));
    if (distractors.has(id)) return isChosen ? 'called' : 'aside';
    return isChosen ? 'asserted' : '';
  };
  const kinds = offered.map(kindOf);
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  return (
    <section aria-labelledby="offered">
      <h2 id="offered">
        Tools offered{' '}
        <span class="dim count">
          {`${plural(offered.length, 'tool')}, ${count('asserted') + count('called')} chosen`}
          {distractors.size > 0 &&
            `, ${plural(distractors.size, 'distractor')}, ${count('called')} of them chosen`}
        </span>
      </h2>
      <ul class="cells">
        {offered.map((id, at) => (
          <li key={id} class={`cell ${kinds[at]}`}>
            {shown(id, 80)}
            <span class={kinds[at] === '' ? 'hidden' : 'dim'}> {WORDS[kinds[at] ?? '']}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
