/** Agents that hand work round in a circle, each circle told once, at the hand-off that closes it. */
import type { Path } from '../source/spots.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import type { AgentEntry } from './agent-entries.js';
import type { Complaint } from './shape.js';

export function delegationCycles(definitions: readonly AgentEntry[]): Complaint[] {
  const byName = new Map(definitions.map((entry) => [ownValue(entry.value, 'name'), entry]));
  const done = new Set<AgentEntry>();
  const out: Complaint[] = [];
  for (const start of definitions) {
    const trail: { entry: AgentEntry; next: number }[] = [{ entry: start, next: 0 }];
    const open = new Set([start]);
    for (let top = trail.at(-1); top !== undefined && !done.has(start); top = trail.at(-1)) {
      const delegates = ownValue(top.entry.value, 'delegates');
      const index = top.next;
      top.next += 1;
      if (!Array.isArray(delegates) || index >= delegates.length) {
        done.add(top.entry);
        open.delete(top.entry);
        trail.pop();
        continue;
      }
      const to = byName.get(delegates[index]);
      if (to === undefined || done.has(to)) continue;
      if (open.has(to))
        out.push(
          cycle(
            trail.map(({ entry }) => entry),
            to,
            [...top.entry.path, 'delegates', index],
          ),
        );
      else {
        trail.push({ entry: to, next: 0 });
        open.add(to);
      }
    }
  }
  return out;
}

function cycle(trail: AgentEntry[], to: AgentEntry, path: Path): Complaint {
  const circle = [...trail.slice(trail.indexOf(to)), to];
  const names = circle.map(({ value }) => oneLine(clip(String(ownValue(value, 'name')), 60)));
  return {
    path,
    message: `the agents delegate in a circle: ${names.join(' → ')}`,
    hint: 'leave out the delegation that closes the circle',
  };
}
