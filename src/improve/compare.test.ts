import { describe, expect, it } from 'vitest';
import type { ImproveFigures } from '../types/improve.js';
import { changesOf, verdictOf } from './compare.js';

const FIGURES: ImproveFigures = {
  tdqs: 3,
  tier: 'C',
  dimensions: {} as never,
  findings: [],
  findings_elsewhere: 0,
  tokens: 100,
  bench: { by: 'words', right: 5, of: 10 },
  clients: { works: 20, degraded: 0, dropped: 0, error: 0 },
  selection: [],
};
const bench = (right: number) => ({ bench: { by: 'words', right, of: 10 } });

function verdict(before: Partial<ImproveFigures>, after: Partial<ImproveFigures>, whose?: 'drafted') {
  return verdictOf(changesOf({ ...FIGURES, ...before }, { ...FIGURES, ...after }), whose ?? 'yours');
}

describe('what is compared', () => {
  it.each<[string, Partial<ImproveFigures>, Partial<ImproveFigures>, string]>([
    ['a higher score', {}, { tdqs: 3.5 }, 'better'],
    ['a lower score', {}, { tdqs: 2.5 }, 'worse'],
    ['nothing', {}, {}, 'no-better'],
    ['more tokens are a price and decide nothing', {}, { tokens: 900 }, 'no-better'],
    ['fewer tokens neither', {}, { tokens: 1 }, 'no-better'],
    ['a finding less', { findings: ['low DESC-001'] }, {}, 'better'],
    [
      'one high finding outweighs many low ones',
      { findings: Array<string>(50).fill('low DESC-001') },
      { findings: ['high SEC-001'] },
      'worse',
    ],
    ['a finding on a sibling', {}, { findings_elsewhere: 1 }, 'worse'],
    ['a client that drops it', {}, { clients: { works: 19, degraded: 0, dropped: 1, error: 0 } }, 'worse'],
    [
      'dropping is worse than any number that degrade',
      { clients: { works: 0, degraded: 20, dropped: 0, error: 0 } },
      { clients: { works: 19, degraded: 0, dropped: 1, error: 0 } },
      'worse',
    ],
    ['requests that find it', {}, bench(6), 'better'],
    ['better and worse', {}, { tdqs: 3.5, ...bench(4) }, 'mixed'],
    [
      'the selection of agent tests',
      { selection: [{ by: 'm', right: 1, of: 2 }] },
      { selection: [{ by: 'm', right: 2, of: 2 }] },
      'better',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(verdict(before, after)).toBe(expected);
  });

  it('drafted requests are shown and decide nothing', () => {
    expect(verdict({}, bench(1), 'drafted')).toBe('no-better');
    const row = changesOf(FIGURES, { ...FIGURES, ...bench(1) }).find(({ what }) => what === 'tool-bench');
    expect(row).toEqual({ what: 'tool-bench', before: '5 of 10', after: '1 of 10', change: 'worse' });
  });

  it('rows say what was counted', () => {
    const rows = changesOf(
      { ...FIGURES, findings: ['high SEC-001', 'low DESC-001', 'low DESC-002'], findings_elsewhere: 2 },
      { ...FIGURES, clients: { works: 17, degraded: 1, dropped: 1, error: 1 }, tokens: 120 },
    );
    expect(rows.map(({ what, before, after, change }) => [what, before, after, change])).toEqual([
      ['TDQS', '3.0 C', '3.0 C', 'same'],
      ['lint and security', '1 high, 2 low (+2 on others)', 'none', 'better'],
      ['tokens', '100', '120', 'cost'],
      ['tool-bench', '5 of 10', '5 of 10', 'same'],
      ['clients', 'works in 20', 'works in 17, 1 degrade it, 1 drop it, 1 error', 'worse'],
    ]);
  });
});
