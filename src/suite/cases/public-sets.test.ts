/** The mappings of docs/testing-with-data.md, each on rows that have the shape of its set and words of ours. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseSuite } from '../parse-suite.js';

const page = readFileSync(new URL('../../../docs/testing-with-data.md', import.meta.url), 'utf8');
const documented = new Map(
  [...page.matchAll(/^\| \[([^\]]+)\]\([^)]+\)[^|]*\| `(\{.*?\})`.*\|$/gm)].map(([, set, text]) => [
    set!,
    text!,
  ]),
);
const cwd = mkdtempSync(join(tmpdir(), 'public-sets-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** Set → its files, and what a case comes to: name, prompt, tools, arguments. */
const SETS: Record<string, { files: Record<string, string>; cases: unknown[] }> = {
  BFCL: {
    files: {
      'multiple.jsonl': lines([
        {
          id: 'multiple_0',
          question: [[{ role: 'user', content: 'When is high water?' }]],
          function: [{ name: 'tides.high' }, { name: 'tides.low' }],
        },
      ]),
      'multiple-answers.jsonl': lines([
        { id: 'multiple_0', ground_truth: [{ 'tides.high': { quay: ['north'], unit: ['', 'm'] } }] },
      ]),
    },
    cases: [
      [
        'multiple_0',
        'When is high water?',
        [['tides.high']],
        [{ quay: { any_of: [{ exact: 'north' }] }, unit: 'ignore' }],
        ['tides.high', 'tides.low'],
      ],
    ],
  },
  'ETOM / MSC-Bench': {
    files: {
      'level-1.json': JSON.stringify([
        {
          query_id: 'q1',
          query: 'Book a berth',
          ground_truth_tools: [{ tool_name: 'book_berth', server_name: 'harbour' }],
        },
      ]),
    },
    cases: [['q1', 'Book a berth', [['book_berth']], undefined]],
  },
  MetaTool: {
    files: { 'single-tool.csv': 'Query,Tool\n"Which boats, if any, are in?",boats\n' },
    cases: [['Which boats, if any, are in?, boats', 'Which boats, if any, are in?', [['boats']], undefined]],
  },
  'tau-bench': {
    files: {
      'tasks.json': JSON.stringify([
        {
          user_id: 'ana',
          instruction: 'You want to leave tomorrow.',
          actions: [
            { name: 'find_berth', kwargs: { quay: 'north' } },
            { name: 'cancel_berth', kwargs: { berth: 7 } },
          ],
          outputs: [],
        },
        {
          user_id: 'omar',
          instruction: 'You want two berths.',
          actions: [
            { name: 'find_berth', kwargs: { quay: 'north' } },
            { name: 'find_berth', kwargs: { quay: 'south' } },
          ],
          outputs: [],
        },
      ]),
    },
    cases: [
      [
        expect.any(String),
        'You want to leave tomorrow.',
        [['find_berth'], ['cancel_berth']],
        [{ quay: { exact: 'north' } }, { berth: { exact: 7 } }],
      ],
      [
        expect.any(String),
        'You want two berths.',
        [['find_berth'], ['find_berth']],
        [{ quay: { exact: 'north' } }, { quay: { exact: 'south' } }],
      ],
    ],
  },
  LiveMCPBench: {
    files: {
      'tasks.json': JSON.stringify([
        {
          task_id: 't1',
          Question: 'Write the log of the harbour.',
          file_name: '',
          'Annotator Metadata': { Tools: '1. log' },
        },
      ]),
    },
    cases: [['t1', 'Write the log of the harbour.', undefined, undefined]],
  },
};

it.each(Object.keys(SETS))('%s: its rows become cases by the mapping that is documented', async (set) => {
  const { files, cases } = SETS[set]!;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const suite = {
    servers: { m: { command: ['x'] } },
    agents: [
      {
        name: 'asks',
        model: 'lexical',
        prompt: ['$', '{case.prompt}'].join(''),
        cases: parse(documented.get(set) ?? ''),
      },
    ],
  };
  const { suites, problems } = await parseSuite(JSON.stringify(suite), {
    cwd,
    workspace: cwd,
    env: {},
    file: 'mcptest.yml',
  });
  expect(problems).toEqual([]);
  const found = suites[0]!.agents.map((agent) => [
    agent.case?.name,
    agent.prompt,
    agent.expected?.tools,
    agent.expected?.args.some(Boolean) ? agent.expected.args : undefined,
    ...(agent.offer_tools ? [agent.offer_tools] : []),
  ]);
  expect(found).toEqual(cases);
});

it('has a row for every set that is documented', () => {
  expect([...documented.keys()].sort()).toEqual(Object.keys(SETS).sort());
});
