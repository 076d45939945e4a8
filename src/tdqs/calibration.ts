/**
 * Four definitions and two tool sets whose scores are known. A judge is run on them before it is trusted:
 * it should give the tier exactly, the score within 0.3 and every dimension within one.
 */
import type { ToolDef } from '../types/catalog.js';
import type { CoherenceDimension, Dimension, TdqsJudge, Tier, ToolScore } from '../types/tdqs.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { coherence, inTenths } from './arithmetic.js';
import { COHERENCE, DIMENSIONS } from './dimensions.js';
import { scoreTool } from './score-tool.js';
import { isScored } from './server-score.js';
import { contextSignals } from './signals.js';
import { tierOf } from './tiers.js';

export interface CalibrationExample {
  tool: ToolDef;
  siblings: string[];
  /** Absent where only some dimensions are known. */
  expected: Partial<Record<Dimension, number>>;
  tdqs?: number;
  tier?: Tier;
  contradiction: boolean;
}

const parameters = (...list: [name: string, description?: string][]) => ({
  type: 'object',
  properties: Object.fromEntries(
    list.map(([name, description]) => [name, omitUndefined({ type: 'string', description })]),
  ),
});

const scores = (...values: number[]): Record<Dimension, number> =>
  Object.fromEntries(DIMENSIONS.map((dimension, i) => [dimension, values[i]])) as Record<Dimension, number>;

export const CALIBRATION: readonly CalibrationExample[] = [
  {
    tool: {
      name: 'get_calls',
      description:
        'List ALL calls in date range – no user/workspace filtering. To filter by user/workspace, use search_calls_extensive instead.',
      inputSchema: parameters(
        ['fromDateTime', 'Start of the period, ISO 8601.'],
        ['toDateTime', 'End of the period, ISO 8601.'],
      ),
      annotations: { readOnlyHint: true, destructiveHint: false },
    },
    siblings: ['search_calls_extensive', 'get_call_transcript'],
    expected: scores(5, 5, 3, 3, 5, 5),
    tdqs: 4.3,
    tier: 'A',
    contradiction: false,
  },
  {
    tool: {
      name: 'update_drive',
      description: 'Update shared drive settings including name, color, and restrictions.',
      inputSchema: parameters(
        ['driveId', 'The id of the shared drive.'],
        ['name', 'The new name.'],
        ['colorRgb'],
        ['restrictions'],
      ),
    },
    siblings: [],
    expected: scores(4, 2, 2, 3, 4, 2),
    tdqs: 2.9,
    tier: 'C',
    contradiction: false,
  },
  {
    tool: {
      name: 'process',
      description: 'Process',
      inputSchema: parameters(['input'], ['mode'], ['options']),
    },
    siblings: [],
    expected: scores(1, 1, 1, 1, 2, 1),
    tdqs: 1.1,
    tier: 'D',
    contradiction: false,
  },
  {
    tool: {
      name: 'create_record',
      description: 'Creates a new record in the database',
      inputSchema: parameters(['table', 'Where to create it.'], ['values', 'The fields of the record.']),
      annotations: { readOnlyHint: true },
    },
    siblings: [],
    expected: { behavioral_transparency: 1 },
    contradiction: true,
  },
];

export interface CalibrationRow {
  name: string;
  /** Why the judge gave no score. */
  unscored?: string;
  scores?: ToolScore['scores'];
  expected: CalibrationExample['expected'];
  tdqs?: number;
  tier?: Tier;
  expected_tdqs?: number;
  expected_tier?: Tier;
  /** The largest distance in any known dimension. */
  furthest?: number;
  /** The tier is right, no dimension is more than one off, and a contradiction was seen. */
  passed: boolean;
}

export async function calibrate(judge: TdqsJudge, scoredAt: string): Promise<CalibrationRow[]> {
  const rows: CalibrationRow[] = [];
  for (const example of CALIBRATION) {
    const input = { tool: example.tool, signals: contextSignals(example.tool), siblings: example.siblings };
    const result = await scoreTool(input, judge, scoredAt);
    const { expected, tdqs: expected_tdqs, tier: expected_tier } = example;
    const known = omitUndefined({ name: example.tool.name, expected, expected_tdqs, expected_tier });
    if (!isScored(result)) rows.push({ ...known, unscored: result.unscored, passed: false });
    else rows.push({ ...known, ...compared(result, example) });
  }
  return rows;
}

interface ServerExample {
  server: string;
  tools: string;
  expected: Record<CoherenceDimension, number>;
}

export const SERVER_CALIBRATION: readonly ServerExample[] = [
  {
    server: 'github-mcp',
    tools:
      'list_repos get_repo create_repo search_code list_issues create_issue update_issue get_pull_request create_pull_request merge_pull_request',
    expected: { disambiguation: 5, naming_consistency: 5, tool_count_appropriateness: 5, completeness: 4 },
  },
  {
    server: 'utility-toolkit',
    tools: 'process run execute do_thing helper transform_data processV2 handleRequest',
    expected: { disambiguation: 1, naming_consistency: 2, tool_count_appropriateness: 3, completeness: 2 },
  },
];

export interface ServerCalibrationRow {
  name: string;
  unscored?: string;
  expected: Record<CoherenceDimension, number>;
  scores?: Record<CoherenceDimension, number>;
  expected_coherence: number;
  coherence?: number;
  expected_tier: Tier;
  tier?: Tier;
  /** The tier is right and the score within 0.3. */
  passed: boolean;
}

/** In tenths. */
const TOLERANCE = 3;

export async function calibrateServers(judge: TdqsJudge): Promise<ServerCalibrationRow[]> {
  const rows: ServerCalibrationRow[] = [];
  for (const { server, tools, expected } of SERVER_CALIBRATION) {
    const listed = tools.split(' ').map((name) => ({ name, inputSchema: { type: 'object' } }));
    const inputs = listed.map((tool) => ({ tool, signals: contextSignals(tool) }));
    const said = await judge.judgeServer({ server, tools: inputs, candidates: [] });
    const wanted = coherence(expected);
    const known = { name: server, expected, expected_coherence: wanted / 10, expected_tier: tierOf(wanted) };
    if ('unscored' in said) {
      rows.push({ ...known, unscored: said.unscored, passed: false });
      continue;
    }
    const judged = Object.fromEntries(
      COHERENCE.map((dimension) => [dimension, said.judgement.scores[dimension].score]),
    ) as Record<CoherenceDimension, number>;
    const given = coherence(judged);
    const passed = tierOf(given) === tierOf(wanted) && Math.abs(given - wanted) <= TOLERANCE;
    rows.push({ ...known, scores: judged, coherence: given / 10, tier: tierOf(given), passed });
  }
  return rows;
}

function compared(score: ToolScore, { expected, tier, tdqs, contradiction }: CalibrationExample) {
  const distances = DIMENSIONS.flatMap((dimension) => {
    const wanted = expected[dimension];
    return wanted === undefined ? [] : [Math.abs(score.scores[dimension] - wanted)];
  });
  const furthest = Math.max(...distances);
  const flagged = score.flags.includes('Annotation Contradiction');
  const off = tdqs === undefined ? 0 : Math.abs(inTenths(tdqs) - inTenths(score.tdqs));
  const onTier = tier === undefined || tier === score.tier;
  return {
    scores: score.scores,
    tdqs: score.tdqs,
    tier: score.tier,
    furthest,
    passed: furthest <= 1 && flagged === contradiction && onTier && off <= TOLERANCE,
  };
}
