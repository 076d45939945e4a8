/** Every rule on a tool that trips it and on one that does not, by its id; and every fact on its rule. */
import { describe, expect, it } from 'vitest';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { CompatRule, CompatSubject } from '../types/compat.js';
import { CLIENTS } from './clients.js';
import { presentNames } from './present-names.js';
import { COMPAT_RULES } from './registry.js';

function subjectOf(sample: ToolDef | Catalog, rule: CompatRule, answer?: object): CompatSubject {
  const catalog = 'tools' in sample ? (sample as Catalog) : { server: 'shop', tools: [sample as ToolDef] };
  const view =
    rule.id === 'CLI-010'
      ? ({ name: '{tool}', keep: 'a-zA-Z0-9_-', over: 'hash', hash_when_changed: true } as const)
      : { name: '{tool}', keep: rule.id === 'CLI-011' ? 'a-zA-Z0-9_' : undefined };
  const [first] = catalog.tools;
  return {
    catalog,
    server: 'shop',
    names: presentNames(view, 'shop', catalog.tools),
    answer: answer && first && { tool: first.name, result: answer as Record<string, unknown> },
  };
}

describe.each(COMPAT_RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const { bad, good, limit = {}, answers } = rule.sample;

  it('fires on its bad sample', () => {
    const hits = rule.check(subjectOf(bad, rule, answers?.[0]), limit);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every(({ message }) => message.length > 10)).toBe(true);
  });

  it('does not fire on its good sample', () => {
    expect(rule.check(subjectOf(good, rule, answers?.[1]), limit)).toEqual([]);
  });

  it('is used by a client, within the limits that it knows', () => {
    const facts = CLIENTS.flatMap(({ facts: all }) => all.filter((fact) => fact.rule === id));
    expect(facts.length).toBeGreaterThan(0);
    const keys = new Set(facts.flatMap((fact) => Object.keys(fact.limit ?? {})));
    expect([...keys].filter((key) => !Object.hasOwn(rule.limits, key))).toEqual([]);
  });
});
