/** What our own definitions gain when they are rewritten by hand. */
import type { ToolDef } from '../../../src/types/catalog.js';
import { scoreIn } from './campaign.js';
import { type Rewritten, SETS } from './rewritten.js';

export interface RewritingGain {
  name: string;
  before: number;
  after: number;
}

export function rewritingGains(): RewritingGain[] {
  return SETS.flatMap((set) => {
    const siblings = set.map(({ name }) => name);
    const around = { donor: bare(set[0]!), second: bare(set[0]!), siblings };
    return set.map((one) => {
      const of = (tool: ToolDef, neighbours: readonly ToolDef[]) =>
        scoreIn({ server: 'own', tool, neighbours, around }, tool);
      return {
        name: one.name,
        before: of(bare(one), set.map(bare)),
        after: of(written(one), set.map(written)),
      };
    });
  });
}

/** Our sets as they are after the rewriting. */
export function writtenTools(): ToolDef[][] {
  return SETS.map((set) => set.map(written));
}

/** The same as they were before it. */
export function bareTools(): ToolDef[][] {
  return SETS.map((set) => set.map(bare));
}

function bare({ name, parameters, before }: Rewritten): ToolDef {
  const properties = Object.fromEntries(Object.keys(parameters).map((one) => [one, { type: 'string' }]));
  return { name, description: before, inputSchema: { type: 'object', properties } };
}

function written({ name, parameters, after }: Rewritten): ToolDef {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([one, description]) => [one, { type: 'string', description }]),
  );
  return { name, description: after, inputSchema: { type: 'object', properties } };
}
