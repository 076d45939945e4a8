import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import type { JudgeAnswer, TdqsJudge, ToolJudgement } from '../types/tdqs.js';
import { DIMENSIONS } from './dimensions.js';
import { scoreTool } from './score-tool.js';
import { contextSignals } from './signals.js';

const all = (given: number, more: Partial<ToolJudgement> = {}): ToolJudgement => ({
  scores: Object.fromEntries(
    DIMENSIONS.map((dimension) => [dimension, { score: given, justification: 'Because of "x".' }]),
  ) as ToolJudgement['scores'],
  annotation_contradiction: false,
  summary: 'Fine.',
  ...more,
});

function judgeThat(says: JudgeAnswer<ToolJudgement>): TdqsJudge & { asked: number } {
  const judge = {
    id: 'j',
    rubric: 'r',
    lanes: 1,
    asked: 0,
    judgeTool: async () => {
      judge.asked += 1;
      return says;
    },
    judgeServer: async () => ({ unscored: 'no' }),
  };
  return judge;
}

const score = (tool: ToolDef, judge: TdqsJudge) =>
  scoreTool({ tool, signals: contextSignals(tool), siblings: [] }, judge, '2026-01-01T00:00:00.000Z');

describe('scoring a tool', () => {
  it.each([undefined, null, '', ' \n\t'])(
    'gives 1.0 for the description %j and asks nobody',
    async (description) => {
      const judge = judgeThat({ judgement: all(5) });
      const result = await score({ name: 'x', description } as unknown as ToolDef, judge);
      expect(result).toMatchObject({ tdqs: 1, tier: 'D', flags: ['No Description'], smells: DIMENSIONS });
      expect(judge.asked).toBe(0);
    },
  );

  it.each([
    ['create_branch', undefined, ' CREATE_BRANCH '],
    ['x', 'Make it', 'make it'],
  ])('caps the purpose of a tautology: %s, %s, %j', async (name, title, description) => {
    const result = await score({ name, title, description } as ToolDef, judgeThat({ judgement: all(4) }));
    expect(result).toMatchObject({
      flags: ['Tautological Description'],
      scores: { purpose_clarity: 2, usage_guidelines: 4 },
    });
  });

  it('leaves a lower purpose of a tautology as it is', async () => {
    const result = await score({ name: 'x', description: 'x' }, judgeThat({ judgement: all(1) }));
    expect(result).toMatchObject({ scores: { purpose_clarity: 1 }, flags: ['Tautological Description'] });
  });

  it('does not call "Create branch" a tautology of create_branch', async () => {
    const result = await score(
      { name: 'create_branch', description: 'Create branch' },
      judgeThat({ judgement: all(3) }),
    );
    expect(result).toMatchObject({ flags: [], scores: { purpose_clarity: 3 } });
  });

  it('sets behaviour to 1 on a contradiction, whatever the judge gave', async () => {
    const judge = judgeThat({ judgement: all(5, { annotation_contradiction: true }) });
    const result = await score(
      { name: 'x', description: 'Deletes it.', annotations: { readOnlyHint: true } },
      judge,
    );
    expect(result).toMatchObject({
      flags: ['Annotation Contradiction'],
      scores: { behavioral_transparency: 1 },
      smells: ['behavioral_transparency'],
      tdqs: 4.2,
    });
  });

  it('says why a tool has no score, and gives none', async () => {
    const result = await score({ name: 'x', description: 'Does it.' }, judgeThat({ unscored: 'no key' }));
    expect(result).toMatchObject({ name: 'x', unscored: 'no key' });
    expect(result).not.toHaveProperty('tdqs');
    expect(result).not.toHaveProperty('scores');
  });

  it('records judge, rubric and time', async () => {
    const result = await score({ name: 'x', description: 'Does it.' }, judgeThat({ judgement: all(3) }));
    expect(result).toMatchObject({
      judge: 'j',
      rubric: 'r',
      scoredAt: '2026-01-01T00:00:00.000Z',
      tdqs: 3,
      tier: 'B',
      smells: [],
    });
  });
});
