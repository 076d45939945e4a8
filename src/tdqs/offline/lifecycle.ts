/** Whether what can be made can also be read, changed and taken away: dead ends in the surface. */
import { splitWords, stem } from '../../catalog/words.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { clip, oneLine, plural } from '../../util/text.js';

const STEPS: Record<string, ReadonlySet<string>> = {
  create: new Set(['create', 'add', 'insert', 'new', 'make', 'register'].map(stem)),
  read: new Set(
    ['get', 'read', 'list', 'search', 'find', 'fetch', 'query', 'show', 'describe', 'view', 'retrieve'].map(
      stem,
    ),
  ),
  update: new Set(
    ['update', 'edit', 'modify', 'set', 'patch', 'change', 'rename', 'move', 'upsert'].map(stem),
  ),
  delete: new Set(['delete', 'remove', 'drop', 'archive', 'cancel', 'close', 'clear'].map(stem)),
};

export function lifecycle(names: readonly string[]): JustifiedScore {
  const resources = resourcesOf(names);
  const made = [...resources].filter(([, steps]) => steps.has('create'));
  if (made.length === 0) {
    const only = names.length <= 1;
    return {
      score: only ? 3 : 4,
      justification: `Nothing is created here${only ? ', and there is one tool at most' : ''}. No path through the tools ends in the middle.`,
    };
  }
  const gaps = made.flatMap(([resource, steps]) => {
    const missing = ['read', 'update', 'delete'].filter((step) => !steps.has(step));
    return missing.map((step) => ({ resource, step }));
  });
  const rate = gaps.length / (3 * made.length);
  const first = gaps[0];
  const justification =
    first === undefined
      ? `All of the ${plural(made.length, 'resource')} that can be created can be read, changed and deleted. There are no dead ends.`
      : `"${clip(oneLine(first.resource), 40)}" can be created, but there is no way to ${first.step} it. ${plural(gaps.length, 'such gap')} over ${plural(made.length, 'resource')}.`;
  return { score: scoreOf(rate), justification };
}

/** From the share of the steps that are missing. */
function scoreOf(rate: number): number {
  if (rate === 0) return 5;
  if (rate <= 0.4) return 4;
  return rate <= 0.75 ? 3 : 2;
}

/** The words of a name without its verb → the steps that tools offer for it. */
function resourcesOf(names: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of names) {
    const words = splitWords(name.slice(0, 200)).map(stem);
    const at = words.findIndex((word) => stepOf(word) !== undefined);
    const step = stepOf(words[at]);
    if (step === undefined) continue;
    const resource = words.filter((_, i) => i !== at).join(' ');
    const steps = found.get(resource) ?? new Set<string>();
    steps.add(step);
    found.set(resource, steps);
  }
  return found;
}

function stepOf(word = ''): string | undefined {
  return Object.entries(STEPS).find(([, verbs]) => verbs.has(word))?.[0];
}
