/** Sibling tools that spell the same argument in different styles. */
import type { CatalogRule, Parameter } from '../../types/rule.js';

interface Spelling {
  name: string;
  /** The first use in each tool. */
  uses: { tool: number; parameter: Parameter }[];
}

export const sch010: CatalogRule = {
  id: 'SCH-010',
  name: 'inconsistent-argument-names',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'Tools of one server have arguments whose names differ only in style, such as `userId` and `user_id`. The spelling that fewer tools use is reported.',
  rationale:
    'An agent that has called one tool with `user_id` will try `user_id` on the next. The call fails, or worse, an open schema ignores the argument.',
  fix: 'Choose one style for all tools of the server.',
  bad: [
    {
      server: 'users',
      tools: [
        { name: 'get_user', inputSchema: { type: 'object', properties: { user_id: { type: 'string' } } } },
        { name: 'ban_user', inputSchema: { type: 'object', properties: { userId: { type: 'string' } } } },
      ],
    },
  ],
  good: [
    {
      server: 'users',
      tools: [
        { name: 'get_user', inputSchema: { type: 'object', properties: { user_id: { type: 'string' } } } },
        { name: 'ban_user', inputSchema: { type: 'object', properties: { user_id: { type: 'string' } } } },
      ],
    },
  ],
  scope: 'catalog',
  check(catalog, context) {
    const families = new Map<string, Map<string, Spelling>>();
    for (const [tool, definition] of catalog.tools.entries()) {
      for (const parameter of context.view(definition).parameters) {
        if (parameter.depth > 1) continue;
        const family = fold(parameter.name);
        const spellings = families.get(family) ?? new Map<string, Spelling>();
        families.set(family, spellings);
        const spelling = spellings.get(parameter.name) ?? { name: parameter.name, uses: [] };
        spellings.set(parameter.name, spelling);
        spelling.uses.push({ tool, parameter });
      }
    }
    return [...families.values()].flatMap((spellings) => {
      // The sort is stable: of two equally common spellings the one seen first stays.
      const [usual, ...others] = [...spellings.values()].sort((a, b) => b.uses.length - a.uses.length);
      return others.flatMap(({ name, uses }) =>
        uses.map(({ tool, parameter }) => ({
          tool,
          pointer: parameter.pointer(),
          message: `argument "${name}" is called "${usual?.name}" elsewhere on this server`,
        })),
      );
    });
  },
};

function fold(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase();
}
