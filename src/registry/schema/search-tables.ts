/**
 * What lists and searches of many tools need, so that none of them reads a whole table.
 *
 * - `search_pairs`: the judges and rubrics that are served. Nothing is noted while there is none.
 * - `search_docs`: a row for each current tool (kind 0) and server (kind 1). Its id is its place in the ranking,
 *   best first (`search/rank-id.ts`), so that a list is a walk along the ids. In PostgreSQL its words are with it.
 * - `search_words`: in SQLite the words, by the same id, as a full-text index without texts.
 * - `search_log`: what changed since the words were written. Rows are only added and taken away, so that writers never
 *   wait for each other.
 * - `tools_server_name`: a tool by its server and name, and all that it was.
 */
import type { Db } from '../db/types.js';

/** What is noted, by which trigger: table, events, kind and column. */
const NOTED = [
  ['tools', 'insert', 0, 'new.id'],
  ['tools', 'update of current', 0, 'new.id'],
  ['scores', 'insert', 0, 'new.tool_id'],
  ['scores', 'update', 0, 'new.tool_id'],
  ['scores', 'delete', 0, 'old.tool_id'],
  ['servers', 'insert', 1, 'new.id'],
  ['server_scores', 'insert', 1, 'new.server_id'],
  ['server_scores', 'update', 1, 'new.server_id'],
  ['server_scores', 'delete', 1, 'old.server_id'],
] as const;

export function SEARCH_TABLES(kind: Db['kind']): string {
  return `create index tools_server_name on tools (server_id, name);\n${kind === 'sqlite' ? sqlite() : postgres()}`;
}

function sqlite(): string {
  const triggers = NOTED.map(
    ([table, event, kind, column], at) =>
      `create trigger search_note_${at} after ${event} on ${table} when exists (select 1 from search_pairs) ` +
      `begin insert into search_log (kind, subject) values (${kind}, ${column}); end;`,
  );
  return `
create table search_pairs (
  id integer primary key,
  judge text not null,
  rubric text not null,
  built integer not null default 0,
  unique (judge, rubric)
);
create table search_docs (
  id integer primary key,
  pair integer not null,
  kind integer not null,
  subject integer not null
);
create unique index search_docs_subject on search_docs (pair, kind, subject);
create virtual table search_words using fts5(
  words, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
);
create table search_log (
  seq integer primary key,
  kind integer not null,
  subject integer not null
);
${triggers.join('\n')}
`;
}

function postgres(): string {
  const columns = [...new Set(NOTED.map(([, , kind, column]) => `${kind} ${column}`))];
  const functions = columns.map((one, at) => {
    const [kind, column] = one.split(' ');
    return (
      `create function search_note_${at}() returns trigger language plpgsql set search_path from current as ` +
      '$note$ begin if exists (select 1 from search_pairs) then ' +
      `insert into search_log (kind, subject) values (${kind}, ${column}); end if; return null; end $note$;`
    );
  });
  const triggers = NOTED.map(
    ([table, event, kind, column], at) =>
      `create trigger search_note_${at} after ${event} on ${table} for each row ` +
      `execute function search_note_${columns.indexOf(`${kind} ${column}`)}();`,
  );
  return `
create table search_pairs (
  id bigint primary key,
  judge text not null,
  rubric text not null,
  built bigint not null default 0,
  unique (judge, rubric)
);
create table search_docs (
  id bigint primary key,
  pair bigint not null,
  kind bigint not null,
  subject bigint not null,
  words tsvector not null
);
create unique index search_docs_subject on search_docs (pair, kind, subject);
create index search_docs_words on search_docs using gin (words) with (gin_pending_list_limit = 65536);
create table search_log (
  seq bigint generated always as identity primary key,
  kind bigint not null,
  subject bigint not null
);
${functions.join('\n')}
${triggers.join('\n')}
`;
}
