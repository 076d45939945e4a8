import { describe, expect, it } from 'vitest';
import type { ToolEdges } from './schemas/tool-edges.js';
import { measureToolEdges } from './tool-edges.js';

const block: ToolEdges = {
  allowed: ['search', 'summarize'],
  restricted: ['delete_repo', 'repo.force_push'],
  delegation: [
    { from: 'planner', to: 'worker' },
    { from: 'worker', to: 'critic' },
  ],
};
const trace = (tools: string[], delegations?: object[]) => ({
  calls: tools.map((tool) => ({ tool, args: {} })),
  delegations,
});
const measure = (runs: object[], own: ToolEdges = block) =>
  measureToolEdges(runs as never, own, { servers: ['repo'] }).figures;

describe('tool_edges', () => {
  it('covers allowed tools over the union of runs', () => {
    expect(measure([trace(['search', 'search'])])['edges.allowed_pct']).toBe(50);
    expect(measure([trace(['search']), trace(['summarize'])])['edges.allowed_pct']).toBe(100);
    expect(measure([trace(['other'])], {})['edges.allowed_pct']).toBe(100);
    const twice = { allowed: ['search', 'search', 'summarize'] };
    expect(measure([trace(['search'])], twice)['edges.allowed_pct']).toBe(50);
  });

  it('counts every attempt at a restricted tool', () => {
    const found = measure([trace(['delete_repo', 'delete_repo']), trace(['force_push'])]);
    expect(found).toMatchObject({ 'edges.restricted_attempts': 3, 'edges.gate_passed': 0 });
    expect(measure([trace(['search'])])).toMatchObject({
      'edges.restricted_attempts': 0,
      'edges.gate_passed': 1,
    });
  });

  it('sees hand-offs in their direction', () => {
    const one = trace(
      [],
      [
        { from: 'planner', to: 'worker' },
        { from: 'critic', to: 'worker' },
      ],
    );
    expect(measure([one])['edges.delegation_pct']).toBe(50);
    expect(measure([one, trace([], [{ from: 'worker', to: 'critic' }])])['edges.delegation_pct']).toBe(100);
    expect(measure([trace([])])['edges.delegation_pct']).toBe(0);
    expect(measure([trace([])], {})['edges.delegation_pct']).toBe(100);
  });
});
