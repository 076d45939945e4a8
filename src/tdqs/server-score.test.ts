import { describe, expect, it } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import type { Dimension, JustifiedScore, ServerJudgement, TdqsJudge } from '../types/tdqs.js';
import { DIMENSIONS } from './dimensions.js';
import { scoreServer } from './server-score.js';

const AT = '2026-01-01T00:00:00.000Z';

/** Gives each tool the scores that its description lists, and nothing where there are none. */
const scripted = (
  set: Partial<Record<keyof ServerJudgement['scores'], number>> = {},
  claims: ServerJudgement['shadowing_risks'] = [],
): TdqsJudge => ({
  id: 'scripted',
  rubric: 'r',
  lanes: 2,
  judgeTool: async ({ tool }) => {
    const given = String(tool.description).split('/').map(Number);
    if (given.length !== 6) return { unscored: 'it said nothing' };
    const scores = Object.fromEntries(
      DIMENSIONS.map((dimension, i) => [dimension, { score: given[i]!, justification: 'x' }]),
    ) as Record<Dimension, JustifiedScore>;
    return { judgement: { scores, annotation_contradiction: false, summary: 's' } };
  },
  judgeServer: async () => {
    const of = (key: keyof ServerJudgement['scores']): JustifiedScore => ({
      score: set[key] ?? 4,
      justification: 'x',
    });
    return {
      judgement: {
        scores: {
          disambiguation: of('disambiguation'),
          naming_consistency: of('naming_consistency'),
          tool_count_appropriateness: of('tool_count_appropriateness'),
          completeness: of('completeness'),
        },
        shadowing_risks: claims,
        summary: 's',
      },
    };
  },
});

const tools = (...descriptions: string[]): ToolDef[] =>
  descriptions.map((description, i) => ({ name: `t${i}`, description }));
const score = (list: ToolDef[], judge = scripted()) =>
  scoreServer({ server: 's', tools: list }, { judge, scoredAt: AT });

describe('scoring a server', () => {
  it('rolls the worked example up to tier A', async () => {
    // Three tools of 3.0 give a description quality of 3.0; coherence is 4.5.
    const judge = scripted({ naming_consistency: 5, tool_count_appropriateness: 5 });
    expect(await score(tools('3/3/3/3/3/3', '3/3/3/3/3/3', '3/3/3/3/3/3'), judge)).toMatchObject({
      toolCount: 3,
      scoredToolCount: 3,
      meanTdqs: 3,
      minTdqs: 3,
      descriptionQualityScore: 3,
      descriptionQualityTier: 'B',
      coherenceScore: 4.5,
      coherenceTier: 'A',
      overallScore: 3.5,
      overallTier: 'A',
    });
  });

  it('has no description quality below 80 percent, but still a coherence', async () => {
    const result = await score(tools('3/3/3/3/3/3', '3/3/3/3/3/3', '3/3/3/3/3/3', 'nothing'));
    expect(result).toMatchObject({ scoredToolCount: 3, meanTdqs: 3, coherenceScore: 4, advice: [] });
    expect(result).not.toHaveProperty('descriptionQualityScore');
    expect(result).not.toHaveProperty('overallScore');
  });

  it('keeps going when one of five is unscored', async () => {
    const four = Array(4).fill('4/4/4/4/4/4') as string[];
    expect(await score(tools(...four, 'nothing'))).toMatchObject({
      scoredToolCount: 4,
      descriptionQualityScore: 4,
      overallScore: 4,
    });
  });

  it('has nothing to say of a server without tools', async () => {
    const result = await score([]);
    expect(result).toMatchObject({ toolCount: 0, coherenceUnscored: 'The server has no tools.', tools: [] });
    expect(result).not.toHaveProperty('coherenceScore');
    expect(result).not.toHaveProperty('overallScore');
  });

  it('says which tool to fix first and what comes of it', async () => {
    const { advice, overallScore } = await score(tools('4/4/4/4/4/4', '2/2/2/2/2/2', '4/4/3/4/4/4'));
    expect(overallScore).toBe(3.2);
    expect(advice.map(({ tool }) => tool)).toEqual(['t1', 't2', 't0']);
    expect(advice[0]).toMatchObject({
      tool: 't1',
      tdqs: 2,
      work_on: DIMENSIONS,
      raises: [
        { to: 3, descriptionQualityScore: 3.4, overallScore: 3.6 },
        { to: 4, descriptionQualityScore: 3.9, overallScore: 3.9 },
        { to: 5, descriptionQualityScore: 4.1, overallScore: 4.1 },
      ],
    });
    expect(advice[1]).toMatchObject({
      tool: 't2',
      work_on: ['behavioral_transparency'],
      raises: [{ to: 4 }, { to: 5 }],
    });
  });
});

describe('shadowing', () => {
  const wide = (name: string, fields: number): ToolDef => ({
    name,
    description: '3/3/3/3/3/3',
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: fields }, (_, i) => [`p${i}`, { type: 'string' }])),
      required: Array.from({ length: fields }, (_, i) => `p${i}`),
    },
  });
  const set = [wide('cheap', 1), wide('middle', 3), wide('dear', 8), wide('close', 5)];
  const claim = (tool: string, cheaper_tool: string) => ({ tool, cheaper_tool, reason: 'same job' });

  it('flags what the judge confirms, in fields of its own', async () => {
    const result = await score(set, scripted({}, [claim('dear', 'middle')]));
    expect(result.shadowingRisks).toEqual([
      { tool: 'dear', cheaperTool: 'middle', toolCost: 8, cheaperCost: 3, reason: 'same job' },
    ]);
    expect(result.tools.find(({ name }) => name === 'dear')).toMatchObject({
      serverFlags: ['Shadowing Risk'],
      flags: [],
      tdqs: 3,
    });
    expect(result.tools.find(({ name }) => name === 'middle')).toMatchObject({ serverFlags: [] });
  });

  it.each([
    ['a name that does not exist', claim('dear', 'nobody')],
    ['a pair that was not asked about', claim('dear', 'cheap')],
    ['a pair the wrong way round', claim('middle', 'dear')],
    ['a tool with itself', claim('dear', 'dear')],
  ])('ignores %s', async (_, wrong) => {
    expect((await score(set, scripted({}, [wrong]))).shadowingRisks).toEqual([]);
  });

  it('keeps the first of two answers about one tool', async () => {
    const twice = scripted({}, [claim('dear', 'middle'), { ...claim('dear', 'middle'), reason: 'again' }]);
    expect((await score(set, twice)).shadowingRisks).toMatchObject([{ reason: 'same job' }]);
  });
});
