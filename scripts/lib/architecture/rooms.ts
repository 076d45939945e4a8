/**
 * What lives in every room, in one sentence each, and the tables of docs/architecture.md that are made of it and of
 * src/layers.json. The order counts: a room imports only from rooms further down.
 */
import { readFileSync } from 'node:fs';

export interface RoomRow {
  /** Rooms that it may import from, beside `types` and `util`. */
  imports: string[];
  /** Files that other rooms may import. */
  doors: string[] | 'all';
}

export const ROOMS: Record<string, Record<string, string>> = {
  'Where users come in': {
    cli: 'The commands: words in, a verb, words out. It alone prints and ends the process.',
    'mcp-server':
      'The MCP server of `mcptest mcp-server`: which verbs it offers, what it lets through, how long answers may be.',
    'in-code':
      'Tests in code, `mcptest/vitest` and `mcptest/node-test`: suites as native tests, servers, agents and matchers.',
    'index.ts': 'The library: named exports of verbs and of the types that travel.',
  },
  Verbs: {
    verbs:
      'One file for each thing that a user can ask. It puts rooms together, returns data and prints nothing.',
  },
  'What is shown': {
    viewer: 'The local server of `mcptest view`: its addresses, its guard and its live events.',
    report: 'One file a reporter, and the texts of commands that find or compare something. Pure.',
    page: 'What the HTML report and the viewer draw; the build bundles it into one string.',
  },
  'A run': {
    prepare:
      'Everything before the first test: the plan, snapshots, cassettes, and whether agents can be run at all.',
    run: 'Where a plan is carried out: servers, lanes, tests, retries; `agent/` has conversations, `catalog/` checks of tool lists.',
  },
  'What single commands need': {
    agents:
      'Agents that somebody else wrote, a file each: where they are, what they are told, what they leave behind.',
    proxy: 'The recorder of `mcptest proxy`: between an agent and a server, over stdio and HTTP.',
    playback:
      'A recording as a server (`mcptest serve`), and the comparison of a live server with one (`mcptest verify`).',
    registry:
      'Many servers in a database: captures of catalogues, their scores, and the work of judging what has none.',
    improve: 'A better description of one tool, by rules or by a model, and its figures before and after.',
    tdqs: 'How well definitions speak to a model: signals, hard gates, a judge, the roll-up; `offline/` judges without a model.',
    audit:
      'What was found of a server → six headings with grades, the fixes that gain most, the gate, and what changed. Pure.',
    manifest:
      'Files that tell others how a server is got and started (`server.json`, bundles): what is wrong with them, and a first draft. Pure.',
    compat:
      'What clients and model APIs do to tools: the facts (`clients.json`), the rules that look for them, one file each, and tools as a client shows them (`views/`). Pure.',
    fuzz: 'Inputs that nobody expects, made from schemas; what becomes of them, made small and shown again.',
    generate: 'Suites and workflow files made from what a server offers.',
    'tool-bench': 'Damages descriptions on purpose and sees whether the right tool is still found.',
    redteam: 'Attacks on agents, and what an agent did with them, told from its trace. Pure.',
    load: 'Many calls of one tool: how long each took, what failed, what memory it cost, judged by gates.',
    doctor: 'The ordered list of what can keep a server from being reached.',
    conformance:
      'The specification as checks, a file each: raw conversations with a server in `wire/`, what is learnt in `learn/`, how it is judged in `judge/`.',
    security: 'What `mcptest security` does beyond the rules: probes of a live server, and the baseline.',
    'client-config':
      'Settings files of other programs: where they lie, what they declare, how an entry is added.',
    target: 'The server or saved catalogue that a command works on, however the user named it.',
  },
  'To the outside': {
    suite:
      'Text → suite → plan: the language (a file a block), variables, imports, profiles, filters, shards.',
    store: 'The `.mcptest` folder: saved and live runs, cassettes, snapshots, judgements.',
    client: 'We speak MCP to a server: `stdio/`, `http/`, `auth/`, and `session/` for what they share.',
    mock: 'A server from a manifest, faults among it.',
    'rpc-server': 'What any MCP server of ours needs, over stdio, HTTP and SSE.',
    drivers: 'One file a provider of models, and the two drivers that need none; prices, pace, retries.',
    cassette: 'Records what an agent run asked and heard, plays it back, and tells when it is stale.',
    trace: 'Reads traces of other agents: one file a format.',
    wire: 'The lines of a recording put together: requests, answers, and what was said meanwhile. Pure.',
  },
  Judging: {
    strength: 'Would the suite notice? Replies changed on purpose, by family, and judged again. Pure.',
    score: 'Recorded runs → figures → rows and groups with a verdict; coverage. It asks nobody. Pure.',
    envelope: 'The record of a run: built, read, merged, compared; its schema.',
    gates: 'Replies, figures and floors compared with what is expected → checks. Pure.',
    metrics: 'One file a metric block; how a block is written stands apart in `schemas/`. Pure.',
    lint: 'The rules, one file each, and the engine; `text/` reads prose, `words/` has the lists. Pure.',
    judge: 'Valid JSON from a model, and text of strangers fenced in. It knows no provider.',
    match: 'Targets and matchers, one file a matcher; captures and snapshots. Pure.',
    catalog:
      'Tool lists: read from any saved form, ranked, compared, locked, crowded with distractors. Pure.',
  },
  Tools: {
    'json-schema': 'Dialects, compiling, validating, walking, and samples that fit a schema.',
    shapes: 'What the official clients accept of each answer, as data, and what of an answer they refuse.',
    tokens: 'Counts tokens as cl100k does.',
    redact: 'The one redactor: what is a secret, and in which forms it may turn up.',
    regex: 'Patterns of strangers in linear time.',
    source: 'YAML and JSON text with the places of its values.',
  },
  'Open to all': {
    util: 'Small functions that know nothing of MCP.',
    types: 'The shapes that travel. No code.',
  },
};

export function readLayers(): Record<string, RoomRow> {
  const file = new URL('../../../src/layers.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, RoomRow>;
}

export function roomTables(layers: Record<string, RoomRow>): string {
  const tables = Object.entries(ROOMS).map(([title, rooms]) => {
    const rows = Object.entries(rooms).map(([room, about]) => roomLine(room, about, layers[room]));
    return [
      `**${title}**`,
      '',
      '| room | what lives there | may import | doors |',
      '|---|---|---|---|',
      ...rows,
    ];
  });
  return tables.map((lines) => lines.join('\n')).join('\n\n');
}

function roomLine(room: string, about: string, row: RoomRow | undefined): string {
  const { imports = [], doors = [] } = row ?? {};
  const open = doors === 'all' ? 'every file' : doors.map((door) => door.replace(/\.tsx?$/, '')).join(', ');
  const name = room.includes('.') ? room : `${room}/`;
  return `| \`${name}\` | ${about} | ${imports.join(', ') || '–'} | ${open || '–'} |`;
}
