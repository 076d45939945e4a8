/** A store of any size, made of words: servers, tools and scores spread as in the public report. */
import { ingest } from '../../../src/registry/ingest/ingest.js';
import type { Found } from '../../../src/registry/ingest/sources.js';
import type { RegistryStore } from '../../../src/registry/store.js';
import { tierOf } from '../../../src/tdqs/tiers.js';

const VERBS = 'get list create update delete search send fetch find read write add remove run check'.split(
  ' ',
);
const THINGS =
  'order invoice customer file folder message channel issue branch commit page image video user group event calendar task note query table row key token price weather place route flight hotel ticket payment refund report chart model agent prompt memory session device sensor alert log metric'.split(
    ' ',
  );
const REST =
  'by name with its status and date, newest first. Needs an account. Returns at most a hundred entries; use the cursor for more. Fails when the limit of the plan is reached.'.split(
    ' ',
  );

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Size {
  servers: number;
  tools: number;
}

export async function fillStore(store: RegistryStore, size: Size): Promise<void> {
  await ingest(store, catalogues(size), { told: () => {} });
  await writeScores(store);
}

async function* catalogues({ servers, tools }: Size): AsyncIterable<Found> {
  const next = numbers(1);
  const pick = (words: readonly string[]): string => words[Math.floor(next() ** 2 * words.length)] ?? '';
  for (let at = 0; at < servers; at += 1) {
    const count = Math.floor(((at + 1) * tools) / servers) - Math.floor((at * tools) / servers);
    const list = Array.from({ length: count }, (_, n) => {
      const [verb, thing, other] = [pick(VERBS), pick(THINGS), pick(THINGS)];
      const rest = REST.slice(0, Math.floor(next() * REST.length)).join(' ');
      return {
        name: `${verb}_${thing}_${n}`,
        description: `${verb} the ${thing} of a ${other} ${rest} word${Math.floor(next() * 50_000)}`,
        inputSchema: {
          type: 'object' as const,
          properties: { id: { type: 'string', description: `The id of the ${thing}.` } },
        },
      };
    });
    yield { catalog: { server: `${pick(THINGS)} server ${at}`, tools: list }, source: 'made' };
  }
}

const DIMENSIONS = [
  'purpose_clarity',
  'usage_guidelines',
  'behavioral_transparency',
  'parameter_semantics',
  'conciseness_structure',
  'contextual_completeness',
];
const MEANS = [4.47, 3.03, 2.9, 3.19, 4.47, 3.23];
const WEIGHTS = [25, 20, 20, 15, 10, 10];
const TEXT =
  'The description names the action and the resource, and says nothing of what else there is. '.repeat(2);

async function writeScores({ db }: RegistryStore): Promise<void> {
  const next = numbers(2);
  const name = ['offline', 'made'];
  const at = new Date().toISOString();
  const justifications = JSON.stringify(Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, TEXT])));
  for (let from = 0; ; ) {
    const rows = await db.all<{ id: number }>('select id from tools where id > ? order by id limit 5000', [
      from,
    ]);
    if (rows.length === 0) break;
    from = rows.at(-1)?.id ?? from;
    await db.insert({
      table: 'scores',
      columns: [
        ...['tool_id', 'judge', 'rubric', 'tdqs', 'tier', ...DIMENSIONS],
        ...['smells', 'flags', 'our_flags', 'summary', 'justifications', 'scored_at'],
      ],
      rows: rows.map(({ id }) => {
        const scores = MEANS.map((mean) =>
          Math.max(1, Math.min(5, Math.round(mean + (next() + next() - 1) * 2.2))),
        );
        const tdqs = Math.floor(
          (20 * scores.reduce((sum, one, n) => sum + one * (WEIGHTS[n] ?? 0), 0) + 100) / 200,
        );
        const smells = DIMENSIONS.filter((_, n) => (scores[n] ?? 0) < 3);
        const flags = next() < 0.0126 ? '["No Description"]' : '[]';
        return [
          id,
          ...name,
          tdqs,
          tierOf(tdqs),
          ...scores,
          JSON.stringify(smells),
          flags,
          '[]',
          TEXT,
          justifications,
          at,
        ];
      }),
    });
  }
  await db.run(
    `insert into server_scores (server_id, judge, rubric, version, set_hash, tool_count, scored, sum, min,
       description_quality, coherence, disambiguation, naming_consistency, tool_count_appropriateness, completeness,
       overall, tier, details, scored_at)
     select servers.id, 'offline', 'made', version, set_hash, tool_count, count(*), sum(tdqs), min(tdqs), min(tdqs), 40,
       4, 4, 4, 4, min(tdqs), 'C', '{}', ? from servers join tools on server_id = servers.id
       join scores on tool_id = tools.id group by servers.id, version, set_hash, tool_count`,
    [at],
  );
}
