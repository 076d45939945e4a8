/** Scores for what a test has ingested: the offline judge, written as rows. */

import { ingest } from '../../src/registry/ingest/ingest.js';
import type { RegistryStore } from '../../src/registry/store.js';
import { offlineJudge } from '../../src/tdqs/offline/judge.js';
import { isScored, scoreServer } from '../../src/tdqs/server-score.js';
import type { ToolDef } from '../../src/types/catalog.js';
import type { ServerScore, ToolScore } from '../../src/types/tdqs.js';

type Catalogs = Record<string, ToolDef[]>;

/** One capture of each server at a moment, judged at once. */
export async function captureAndScore(store: RegistryStore, catalogs: Catalogs, at: string): Promise<void> {
  const found = (async function* () {
    for (const [server, tools] of Object.entries(catalogs))
      yield { catalog: { server, tools }, source: 'a test' };
  })();
  await ingest(store, found, { told: () => {}, now: () => new Date(at) });
  for (const [server, tools] of Object.entries(catalogs)) {
    const scored = await scoreServer({ server, tools }, { judge: offlineJudge, scoredAt: at });
    await writeScores(store, scored, at);
  }
}

const tenths = (score: number | undefined): number | null =>
  score === undefined ? null : Math.round(score * 10);

async function writeScores({ db }: RegistryStore, server: ServerScore, at: string): Promise<void> {
  const [row] = await db.all<{ id: number; version: number; set_hash: string }>(
    'select id, version, set_hash from servers where name = ?',
    [server.name],
  );
  const rows = await db.all<{ id: number; name: string }>(
    'select id, name from tools where server_id = ? and current = 1',
    [row!.id],
  );
  const tools = server.tools.filter(isScored);
  await db.insert({
    table: 'scores',
    columns: [
      'tool_id',
      'judge',
      'rubric',
      'tdqs',
      'tier',
      ...Object.keys(tools[0]?.scores ?? {}),
      'smells',
      'flags',
      'our_flags',
      'summary',
      'justifications',
      'scored_at',
    ],
    rows: tools.flatMap((tool) => {
      const id = rows.find(({ name }) => name === tool.name)?.id;
      return id === undefined ? [] : [scoreRow(id, tool, at)];
    }),
    after: 'on conflict do nothing',
  });
  const sum = tools.reduce((all, { tdqs }) => all + Math.round(tdqs * 10), 0);
  const figures = [
    server.tools.length,
    tools.length,
    sum,
    tenths(server.minTdqs),
    tenths(server.descriptionQualityScore),
    tenths(server.coherenceScore),
    tenths(server.overallScore),
  ];
  const { coherenceJustifications, coherenceSummary, shadowingRisks } = server;
  await db.run('delete from server_scores where server_id = ?', [row!.id]);
  await db.insert({
    table: 'server_scores',
    columns: [
      'server_id',
      'judge',
      'rubric',
      'version',
      'set_hash',
      ...['tool_count', 'scored', 'sum', 'min', 'description_quality', 'coherence', 'overall'],
      ...['disambiguation', 'naming_consistency', 'tool_count_appropriateness', 'completeness'],
      'tier',
      'details',
      'scored_at',
    ],
    rows: [
      [
        ...[row!.id, server.judge, server.rubric, row!.version, row!.set_hash, ...figures],
        server.disambiguation ?? null,
        server.namingConsistency ?? null,
        server.toolCountAppropriateness ?? null,
        server.completeness ?? null,
        server.overallTier ?? null,
        JSON.stringify({ coherenceJustifications, coherenceSummary, shadowingRisks }),
        at,
      ],
    ],
  });
  await db.insert({
    table: 'server_history',
    columns: [
      'server_id',
      'judge',
      'rubric',
      'version',
      'at',
      ...['tool_count', 'scored', 'sum', 'min', 'description_quality', 'coherence', 'overall'],
    ],
    rows: [[row!.id, server.judge, server.rubric, row!.version, at, ...figures]],
    after: 'on conflict do nothing',
  });
}

function scoreRow(id: number, tool: ToolScore, at: string) {
  return [
    id,
    tool.judge,
    tool.rubric,
    tenths(tool.tdqs),
    tool.tier,
    ...Object.values(tool.scores),
    JSON.stringify(tool.smells),
    JSON.stringify(tool.flags),
    JSON.stringify(tool.ourFlags),
    tool.summary,
    JSON.stringify(tool.justifications),
    at,
  ];
}
