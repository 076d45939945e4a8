/** A tool that deletes, sends or pays and does not say so where clients look. */
import type { Catalog } from '../../types/catalog.js';
import type { CatalogRule, RuleHit } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { effectOf, hintOf } from '../text/tool-effect.js';

export const sec009: CatalogRule = {
  id: 'SEC-009',
  name: 'unannotated-destructive',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'By its name (or the first verb of its description) the tool deletes, overwrites, sends or pays, and it declares no `destructiveHint`. Medium once a server: for the server as such where none of its tools declares any hint, else for the first tool that was forgotten among annotated ones. The tools themselves are listed at low, and so is one that only its description gives away or that declares `readOnlyHint: false`, which clients take for destructive.',
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
    const missing = unannotated(catalog);
    const isAware = catalog.tools.some((tool) =>
      ['destructiveHint', 'readOnlyHint'].some((hint) => hintOf(tool, hint) !== undefined),
    );
    const [first] = missing.filter(({ isPlain }) => isPlain);
    const hits: RuleHit[] = missing.map((one) => ({
      tool: one.tool,
      pointer: '',
      message: `unannotated-destructive: the tool ${one.effect} ("${one.verb}") and declares no destructiveHint`,
      severity: isAware && one === first ? undefined : 'low',
    }));
    if (isAware || first === undefined) return hits;
    const others = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
    const message = `unannotated-destructive: no tool declares hints, and "${first.name.slice(0, 40)}"${others} ${missing.length > 1 ? 'delete or send' : first.effect}`;
    return [{ pointer: '/tools', message }, ...hits];
  },
};

interface Unannotated {
  tool: number;
  name: string;
  effect: string;
  verb: string;
  /** Its name says it, and nothing that it declares does. */
  isPlain: boolean;
}

function unannotated({ tools }: Catalog): Unannotated[] {
  return tools.flatMap((definition, tool) => {
    const { effect, verb, isNamed } = effectOf(definition) ?? {};
    const name = ownValue(definition, 'name');
    if (effect === undefined || verb === undefined || typeof name !== 'string') return [];
    const isTakenOut = effect === 'removes' && !/from/i.test(name);
    if (effect !== 'deletes' && effect !== 'sends' && !isTakenOut) return [];
    const readOnly = hintOf(definition, 'readOnlyHint');
    if (hintOf(definition, 'destructiveHint') !== undefined || readOnly === true) return [];
    return [{ tool, name, effect, verb, isPlain: isNamed === true && readOnly === undefined }];
  });
}
