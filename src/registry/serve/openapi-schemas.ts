/** The shapes of the answers as JSON Schema. Objects are closed, so that a key which is not described is noticed. */
import { COHERENCE, DIMENSIONS } from '../../tdqs/dimensions.js';
import { TIERS } from '../../tdqs/tiers.js';

type Schema = Record<string, unknown>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };
const score: Schema = { type: 'number', minimum: 0, maximum: 5 };
const level: Schema = { type: 'integer', minimum: 1, maximum: 5 };
const list = (items: Schema): Schema => ({ type: 'array', items });

/** Every key is needed but those that end in `?`. */
function object(properties: Record<string, Schema>): Schema {
  const keys = Object.keys(properties);
  return {
    type: 'object',
    required: keys.filter((key) => !key.endsWith('?')),
    properties: Object.fromEntries(keys.map((key) => [key.replace(/\?$/, ''), properties[key]])),
    additionalProperties: false,
  };
}

const byName = (names: readonly string[], schema: Schema): Schema =>
  object(Object.fromEntries(names.map((name) => [name, schema])));
const page = (items: string): Schema => object({ items: list(ref(items)), 'next_cursor?': text });

const serverItem = {
  name: text,
  version: count,
  tool_count: count,
  scored_tools: count,
  'overall?': score,
  'tier?': ref('Tier'),
  'description_quality?': score,
  'coherence?': score,
  'mean_tdqs?': score,
  'min_tdqs?': score,
  uses: count,
  last_seen: time,
};

const toolItem = {
  id: count,
  server: text,
  name: text,
  'title?': text,
  'description?': text,
  'tdqs?': score,
  'tier?': ref('Tier'),
  'scores?': byName(DIMENSIONS, level),
  smells: list(ref('Dimension')),
  flags: list(text),
  definition_bytes: count,
};

const serverVersion = {
  version: count,
  captured_at: time,
  source: text,
  tool_count: count,
  added: count,
  changed: count,
  removed: count,
  'overall?': score,
  'description_quality?': score,
  'coherence?': score,
  'mean_tdqs?': score,
  'min_tdqs?': score,
};

const percent: Schema = { type: 'number', minimum: 0, maximum: 100 };
const share = object({ count, share: percent });
const tools = object({ tools: count, share: percent });
const GATES = ['no_description', 'annotation_contradiction', 'tautological_description'];
const histogram = (name: string): Schema => list(object({ [name]: score, count }));
const side = object({
  id: count,
  'description?': text,
  'tdqs?': score,
  'tier?': ref('Tier'),
  'scores?': byName(DIMENSIONS, level),
  'definition?': text,
});

const toolFigures = object({
  scored: count,
  mean: score,
  p25: score,
  median: score,
  p75: score,
  tiers: byName(TIERS, share),
  passing: share,
  dimensions: byName(DIMENSIONS, object({ weight: count, mean: score, smells: share, counts: list(count) })),
  any_smell: share,
  gates: byName(GATES, share),
  histogram: histogram('tdqs'),
});

const serverFigures = object({
  scored: count,
  with_overall: count,
  'overall?': score,
  'description_quality?': score,
  'coherence?': score,
  'dimensions?': byName(COHERENCE, score),
  tiers: byName(TIERS, share),
  'worst_tool_gap?': score,
  point_below: share,
  histogram: histogram('overall'),
});

export const COMPONENTS: Record<string, Schema> = {
  Tier: { enum: TIERS },
  Dimension: { enum: DIMENSIONS },
  Justified: object({ score: level, justification: text }),
  ServerItem: object(serverItem),
  ServerList: page('ServerItem'),
  ServerVersion: object(serverVersion),
  Server: object({
    ...serverItem,
    source: text,
    first_seen: time,
    judge: text,
    rubric: text,
    'scored_at?': time,
    'dimensions?': byName(COHERENCE, level),
    'justifications?': byName(COHERENCE, ref('Justified')),
    'summary?': text,
    'unscored?': text,
    shadowing_risks: list(
      object({ tool: text, cheaperTool: text, toolCost: count, cheaperCost: count, reason: text }),
    ),
    tiers: byName(TIERS, count),
    smells: byName(DIMENSIONS, count),
    history: list(ref('ServerVersion')),
  }),
  ToolItem: object(toolItem),
  ToolList: page('ToolItem'),
  ToolVersion: object({
    id: count,
    from_version: count,
    from_at: time,
    'until_version?': count,
    'until_at?': time,
    'tdqs?': score,
    'tier?': ref('Tier'),
  }),
  Tool: object({
    ...toolItem,
    current: { type: 'boolean' },
    input_hash: text,
    first_seen: time,
    judge: text,
    rubric: text,
    'scored_at?': time,
    'summary?': text,
    'justifications?': byName(DIMENSIONS, ref('Justified')),
    server_flags: list(text),
    'unscored?': text,
    'definition?': { type: 'object' },
    history: list(ref('ToolVersion')),
  }),
  Diff: object({
    server: text,
    from: ref('ServerVersion'),
    to: ref('ServerVersion'),
    unchanged: count,
    tools: list(object({ name: text, 'before?': side, 'after?': side })),
    more: count,
  }),
  Stats: object({
    tools: count,
    servers: count,
    'mean_tdqs?': score,
    'median_tdqs?': score,
    'tiers?': byName(TIERS, tools),
    'dimensions?': byName(DIMENSIONS, object({ mean: score, smell_rate: percent })),
    'any_smell?': tools,
    'gates?': byName(GATES, tools),
    server_means: object(
      Object.fromEntries(
        ['overall', 'description_quality', 'coherence', ...COHERENCE, 'worst_tool_gap'].map((name) => [
          `${name}?`,
          score,
        ]),
      ),
    ),
    version: { const: 1 },
    made_at: time,
    judge: text,
    rubric: text,
    counts: object({
      servers: count,
      tools: count,
      scored: share,
      definitions: count,
      definitions_scored: count,
    }),
    current: { anyOf: [toolFigures, { type: 'null' }] },
    all: { anyOf: [toolFigures, { type: 'null' }] },
    server_figures: serverFigures,
  }),
  Problem: object({
    type: { const: 'about:blank' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text,
    'parameter?': text,
  }),
};
