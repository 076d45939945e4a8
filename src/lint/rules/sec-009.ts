/** A tool that deletes, sends or pays and does not say so where clients look. */
import type { CatalogRule, RuleHit } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { effectOf, hintOf } from '../text/tool-effect.js';

export const sec009: CatalogRule = {
  id: 'SEC-009',
  name: 'unannotated-destructive',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'By its name (or the first verb of its description) the tool deletes, overwrites, sends or pays, and it declares no `destructiveHint`. Where no tool of the server declares any hint, the first such tool is reported at medium for all of them and the others at low.',
  rationale:
    'Clients ask the user before a destructive call. The hint is how they know; without it some ask always and some never.',
  fix: 'Declare `annotations.destructiveHint` (and `readOnlyHint`) on the tool.',
  bad: { name: 'delete_repository', description: 'Delete a repository.', inputSchema: { type: 'object' } },
  good: {
    name: 'delete_repository',
    description: 'Delete a repository.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: false, destructiveHint: true },
  },
  scope: 'catalog',
  check(catalog) {
    const hits: RuleHit[] = [];
    const aware = catalog.tools.some((tool) =>
      ['destructiveHint', 'readOnlyHint'].some((hint) => hintOf(tool, hint) !== undefined),
    );
    for (const [tool, definition] of catalog.tools.entries()) {
      const { effect, verb } = effectOf(definition) ?? {};
      const isTakenOut = effect === 'removes' && !/from/i.test(String(ownValue(definition, 'name')));
      if (effect !== 'deletes' && effect !== 'sends' && !isTakenOut) continue;
      if (hintOf(definition, 'destructiveHint') !== undefined || hintOf(definition, 'readOnlyHint') === true)
        continue;
      hits.push({
        tool,
        pointer: '',
        message: `unannotated-destructive: the tool ${effect} ("${verb}") and declares no destructiveHint`,
        severity: hits.length > 0 && !aware ? 'low' : undefined,
      });
    }
    return hits;
  },
};
