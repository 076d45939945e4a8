/** Rates with the interval that belongs to them. */
import { wilson } from '../../../src/util/intervals.js';
import { randomOf } from '../random.js';

const percent = (rate: number, digits = 0) => `${(100 * rate).toFixed(digits)}`;

/** `150/204  74 % [67, 79]`, the interval after Wilson. */
export function rateOf(found: number, of: number, digits = 0): string {
  if (of === 0) return '-';
  const [low, high] = wilson(found, of);
  return `${found}/${of}  ${percent(found / of, digits)} % [${percent(low, digits)}, ${percent(high, digits)}]`;
}

/**
 * The interval of a rate over tools that come in servers: whole servers are drawn again, because the tools
 * of one are alike.
 */
export function byServer(tools: readonly { group: string; hit: boolean }[], draws = 1000): [number, number] {
  const groups = new Map<string, { hits: number; of: number }>();
  for (const { group, hit } of tools) {
    const one = groups.get(group) ?? { hits: 0, of: 0 };
    groups.set(group, { hits: one.hits + (hit ? 1 : 0), of: one.of + 1 });
  }
  const list = [...groups.values()];
  const random = randomOf(11);
  const rates = Array.from({ length: draws }, () => {
    let hits = 0;
    let of = 0;
    for (let i = 0; i < list.length; i += 1) {
      const one = random.pick(list);
      hits += one.hits;
      of += one.of;
    }
    return hits / of;
  }).sort((a, b) => a - b);
  return [rates[Math.floor(draws * 0.025)]!, rates[Math.ceil(draws * 0.975) - 1]!];
}

export function shareByServer(tools: readonly { group: string; hit: boolean }[]): string {
  const hits = tools.filter(({ hit }) => hit).length;
  const [low, high] = byServer(tools);
  return `${hits}/${tools.length}  ${percent(hits / tools.length, 2)} % [${percent(low, 2)}, ${percent(high, 2)}]`;
}
