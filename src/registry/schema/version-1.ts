/**
 * The first tables. Times are ISO 8601 in UTC as text, so that they sort and compare as they are; scores are
 * integers in tenths (35 is 3.5); JSON is kept as text.
 *
 * - `servers`: one row a server, by name. `version` is the number of its newest capture, `set_hash` stands for
 *   the set of its current definitions. `uses` is what a source says of how much it is used.
 * - `captures`: one row for each ingest of a server. `superseded_at` is null for the newest. `added`, `changed`
 *   and `removed` count tools against the capture before; all are 0 where nothing changed.
 * - `tools`: one row for each definition that a server ever had, by `input_hash`. `current` is 1 where the newest
 *   capture has it; the others are history. `definition` is the JSON of the six fields that the hash covers, null
 *   where it was too large to be kept (such a tool counts, and is never judged).
 * - `tool_spans`: in which captures a definition was there: from `from_version` up to before `until_version`, which
 *   is null for what is still there. The same with times, for questions about a date.
 * - `scores`: at most one for each definition, judge and rubric; a new capture with the same definition has it at once.
 *   `flags`, `our_flags`, `smells` are JSON lists, `justifications` is a JSON map from dimension to text.
 * - `server_scores`: the newest figures of a server for a judge and a rubric. `scored`, `sum` and `min` are of the
 *   current tools; `set_hash` says for which set coherence was judged. `description_quality` and `overall` are null
 *   below 80 % scored. `details` is JSON: coherenceJustifications, coherenceSummary, coherenceUnscored, shadowingRisks.
 * - `server_history`: the figures as they were after each capture.
 * - `parked`: definitions that are not judged again by themselves, and why. `attempts` counts trials.
 * - `judges`: what a judge was asked and what it cost, over all workers, and the limits that all share. Amounts are
 *   in millionths of a dollar; `allowance` is how many calls may be made at `allowance_at`.
 * - `workers`: who is at work on the store; one that has not been heard of for a while is lost.
 */
import type { Db } from '../db/types.js';

/** What both databases call the same thing by another name. */
interface Types {
  id: string;
  int: string;
  real: string;
}

const SQLITE: Types = { id: 'integer primary key', int: 'integer', real: 'real' };
const POSTGRES: Types = {
  id: 'bigint generated always as identity primary key',
  int: 'bigint',
  real: 'double precision',
};

export function VERSION_1(kind: Db['kind']): string {
  const types = kind === 'sqlite' ? SQLITE : POSTGRES;
  return captureTables(types) + scoreTables(types) + workTables(types);
}

function captureTables({ id, int }: Types): string {
  return `
create table servers (
  id ${id},
  name text not null unique,
  source text not null,
  uses ${int} not null default 0,
  version ${int} not null default 0,
  tool_count ${int} not null default 0,
  set_hash text not null default '',
  first_seen text not null,
  last_seen text not null
);
create table captures (
  id ${id},
  server_id ${int} not null references servers (id),
  version ${int} not null,
  captured_at text not null,
  superseded_at text,
  source text not null,
  set_hash text not null,
  tool_count ${int} not null,
  added ${int} not null,
  changed ${int} not null,
  removed ${int} not null,
  unique (server_id, version)
);
create table tools (
  id ${id},
  server_id ${int} not null references servers (id),
  input_hash text not null,
  name text not null,
  title text,
  description text,
  definition text,
  definition_bytes ${int} not null,
  current ${int} not null,
  first_seen text not null,
  unique (server_id, input_hash)
);
create index tools_current on tools (current, server_id);
create index tools_name on tools (name);
create table tool_spans (
  tool_id ${int} not null references tools (id),
  server_id ${int} not null,
  from_version ${int} not null,
  until_version ${int},
  from_at text not null,
  until_at text,
  primary key (tool_id, from_version)
);
create index tool_spans_server on tool_spans (server_id, from_version);
`;
}

function scoreTables({ int }: Types): string {
  return `
create table scores (
  tool_id ${int} not null references tools (id),
  judge text not null,
  rubric text not null,
  tdqs ${int} not null,
  tier text not null,
  purpose_clarity ${int} not null,
  usage_guidelines ${int} not null,
  behavioral_transparency ${int} not null,
  parameter_semantics ${int} not null,
  conciseness_structure ${int} not null,
  contextual_completeness ${int} not null,
  smells text not null,
  flags text not null,
  our_flags text not null,
  summary text not null,
  justifications text not null,
  scored_at text not null,
  primary key (tool_id, judge, rubric)
);
create index scores_tier on scores (judge, rubric, tier, tdqs);
create table server_scores (
  server_id ${int} not null references servers (id),
  judge text not null,
  rubric text not null,
  version ${int} not null,
  set_hash text not null,
  tool_count ${int} not null,
  scored ${int} not null,
  sum ${int} not null,
  min ${int},
  description_quality ${int},
  disambiguation ${int},
  naming_consistency ${int},
  tool_count_appropriateness ${int},
  completeness ${int},
  coherence ${int},
  overall ${int},
  tier text,
  details text not null,
  scored_at text not null,
  primary key (server_id, judge, rubric)
);
create index server_scores_overall on server_scores (judge, rubric, overall);
create table server_history (
  server_id ${int} not null references servers (id),
  judge text not null,
  rubric text not null,
  version ${int} not null,
  at text not null,
  tool_count ${int} not null,
  scored ${int} not null,
  sum ${int} not null,
  min ${int},
  description_quality ${int},
  coherence ${int},
  overall ${int},
  primary key (server_id, judge, rubric, version)
);
`;
}

function workTables({ int, real }: Types): string {
  return `
create table parked (
  tool_id ${int} not null references tools (id),
  judge text not null,
  rubric text not null,
  attempts ${int} not null,
  parked ${int} not null,
  reason text not null,
  at text not null,
  primary key (tool_id, judge, rubric)
);
create table judges (
  judge text not null,
  rubric text not null,
  calls ${int} not null default 0,
  input_tokens ${int} not null default 0,
  output_tokens ${int} not null default 0,
  spent ${int} not null default 0,
  reserved ${int} not null default 0,
  most_spent ${int},
  per_minute ${int},
  allowance ${real} not null default 0,
  allowance_at ${real} not null default 0,
  primary key (judge, rubric)
);
create table workers (
  id text primary key,
  place text not null,
  judge text not null,
  started_at text not null,
  seen_at text not null
);
`;
}
