/** Where the description rules draw their lines. */
import { describe, expect, test } from 'vitest';
import type { ToolDef } from '../types/catalog.js';
import { lintCatalog } from './engine.js';

function fires(rule: string, tool: Partial<ToolDef>): string[] {
  const full = { name: 'tool', ...tool } as ToolDef;
  const { findings } = lintCatalog([{ server: 's', tools: [full] }], { rules: [rule] });
  return findings.filter((finding) => finding.rule === rule).map((finding) => finding.pointer ?? '?');
}

function argument(schema: unknown, required = false): Partial<ToolDef> {
  return {
    description: 'Do something with a thing and return it to the caller.',
    inputSchema: { type: 'object', properties: { a: schema }, required: required ? ['a'] : [] },
  };
}

test.each([
  ['x'.repeat(19), true],
  [`   ${'x'.repeat(19)}   `, true],
  ['x'.repeat(20), false],
  ['😀'.repeat(19), true],
])('DESC-001 counts characters after trimming: %j', (description, bad) => {
  expect(fires('DESC-001', { description }).length > 0).toBe(bad);
});

test('DESC-002 starts above 500 characters', () => {
  expect(fires('DESC-002', { description: 'x'.repeat(500) })).toEqual([]);
  expect(fires('DESC-002', { description: 'x'.repeat(501) })).toEqual(['/description']);
});

test.each([
  ['getUserName', 'Get user name.', true],
  ['get-user_name', 'GetUserName', true],
  ['getHTTPStatus', 'get http status', true],
  ['get_user', 'Get the user', false],
])('DESC-003 folds spelling: %s, %s', (name, description, bad) => {
  expect(fires('DESC-003', { name, description }).length > 0).toBe(bad);
});

describe('DESC-003 and titles', () => {
  const messages = (tool: Partial<ToolDef>) =>
    lintCatalog([{ server: 's', tools: [{ name: 'tool', ...tool } as ToolDef] }], { rules: ['DESC-003'] })
      .findings.filter(({ rule }) => rule === 'DESC-003')
      .map(({ message }) => message);

  test.each([
    [{ name: 'open_invoices', description: 'Open invoices.' }, ['the description only repeats the name']],
    [
      { name: 'inv', title: 'Open invoices', description: 'Open invoices.' },
      ['the description only repeats the title'],
    ],
    [
      { name: 'inv', annotations: { title: 'Open invoices' }, description: 'open_invoices' },
      ['the description only repeats the title'],
    ],
    [
      {
        name: 'inv',
        title: 'List the unpaid invoices of a customer, oldest first',
        description: 'List the unpaid invoices of a customer, oldest first.',
      },
      [],
    ],
  ])('%j', (tool, expected) => {
    expect(messages(tool as Partial<ToolDef>)).toEqual(expected);
  });
});

describe('DESC-004', () => {
  test.each([
    'Weather forecast lookup for a city',
    'Currency conversion at the rate of the day',
    'Gets the user. And more.',
    'A way of deleting the files of a user',
    'The file. Deletes it.',
    'Cancelled orders of the shop',
    'Order a pizza',
    'Caulk a boat',
    'Unmoors the boat of a member',
    'Speed up the ferry',
    'Wetter und Regen in der Stadt',
    '城市的天气和温度',
    'Previsão e temperatura da cidade',
  ])('is silent on %j', (description) => {
    expect(fires('DESC-004', { description })).toEqual([]);
  });

  test.each([
    'Weather information for the given city',
    'The issue. The order. Then it deletes all.',
    'All the data about a customer',
    'For a customer of the shop',
    'Main tool for the specified rune',
  ])('fires on %j', (description) => {
    expect(fires('DESC-004', { description })).toEqual(['/description']);
  });
});

describe('DESC-005', () => {
  test.each([
    'Close it. See above.',
    'Like the previous tool, but faster.',
    'Works on the tools listed below.',
  ])('fires on %j', (description) => {
    expect(fires('DESC-005', { description })).toEqual(['/description']);
  });

  test.each([
    'Uses the result of the previous tool call.',
    'Values above 10 are cut.',
    `Get a chart. ${'It takes a while to draw it. '.repeat(8)} The units described above apply.`,
  ])('is silent on %j', (description) => {
    expect(fires('DESC-005', { description })).toEqual([]);
  });
});

describe('DESC-006', () => {
  test('looks into required objects, lists and references, not into optional ones', () => {
    const inner = { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] };
    expect(fires('DESC-006', argument({ description: 'd', ...inner }, true))).toEqual([
      '/inputSchema/properties/a/properties/b',
    ]);
    expect(fires('DESC-006', argument({ description: 'd', type: 'array', items: inner }, true))).toEqual([
      '/inputSchema/properties/a/items/properties/b',
    ]);
    expect(fires('DESC-006', argument(inner))).toEqual([]);
    const referring = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/x~1y' } },
      required: ['a'],
      $defs: { 'x/y': { ...inner, description: 'said at the target' } },
    };
    expect(fires('DESC-006', { inputSchema: referring })).toEqual(['/inputSchema/$defs/x~1y/properties/b']);
  });

  test('white space is no description', () => {
    expect(fires('DESC-006', argument({ type: 'string', description: '  ' }, true))).toHaveLength(1);
  });
});

describe('DESC-007', () => {
  test.each([
    ['Sort order', ['asc', 'desc'], true],
    ['Ascending or descending', ['asc', 'desc'], false],
    ['What is in progress', ['in_progress', 'done'], false],
    ['By created or updated date', ['createdAt', 'updatedAt'], false],
    ['Size of the page', [10, 20], true],
    ['Usually 20', [10, 20], false],
    ['The operator', ['=', '>='], true],
    ['Compares, e.g. >= for at least', ['=', '>='], false],
    ['Choose a plan for the customer', ['a', 'b'], true],
    ['What is on the list', ['on', 'off'], true],
    ['Plan `a` is cheap', ['a', 'b'], false],
    ['Plan a or b', ['a', 'b'], false],
    ['Whether it is on or off', ['on', 'off'], false],
    ['a: cheap, b: fast', ['a', 'b'], false],
    ['How rows are joined. Options:and(all of them),or(any of them)', ['and', 'or'], false],
    ['Where it is kept and (seldom) shown or not', ['and', 'or'], true],
    ['Start or stop the pump', ['started', 'stopped'], false],
    ['What becomes of the pump', ['started', 'stopped'], true],
  ])('%j with %j', (description, values, bad) => {
    expect(fires('DESC-007', argument({ description, enum: values })).length > 0).toBe(bad);
  });

  test('also for lists of values', () => {
    const schema = { type: 'array', items: { enum: ['x', 'y'] }, description: 'What to show' };
    expect(fires('DESC-007', argument(schema))).toHaveLength(1);
  });
});

describe('DESC-009', () => {
  const plain = { type: 'string' };
  test.each([
    ['no arguments', {}, false],
    ['one optional string', argument(plain), false],
    ['one required string', argument(plain, true), true],
    ['one optional number', argument({ type: 'number' }), true],
    ['a default', argument({ type: 'number', default: 3 }), false],
    ['an example', argument({ type: 'number', example: 3 }), false],
    ['examples of the tool', { ...argument(plain, true), examples: [{ a: 'x' }] }, false],
    ['an example in prose', argument({ type: 'string', description: 'The city, e.g. Rome' }, true), false],
    ['another', argument({ type: 'string', description: 'A day (for example 2026-03-01)' }, true), false],
    ['one in the text', { ...argument(plain, true), description: 'Find it. Example: find("x")' }, false],
    ['an exemplary text', argument({ type: 'string', description: 'An example of legwork' }, true), true],
    ['an empty list of examples', { ...argument(plain, true), examples: [] }, true],
  ])('%s', (_name, tool, bad) => {
    expect(fires('DESC-009', tool as Partial<ToolDef>).length > 0).toBe(bad);
  });
});

test.each([
  ['List all the orders of a customer.', {}, true],
  ['List all the orders as JSON.', {}, false],
  ['List orders. Output: one a line.', {}, false],
  ['Echoes back what it was given.', {}, false],
  ['Takes a message and sends it straight back.', {}, false],
  ['Repeats the input back to the caller.', {}, false],
  ['Go back to the page before.', {}, true],
  ['List all the orders of a customer.', { outputSchema: { type: 'object' } }, false],
  ['Listet alle Aufträge der Kundin und des Kunden.', {}, false],
  ['', {}, false],
])('DESC-010 on %j', (description, more, bad) => {
  expect(fires('DESC-010', { description, ...more }).length > 0).toBe(bad);
});

test('DESC-011 names every hint that is not boolean, null included', () => {
  const annotations = { readOnlyHint: 'true', destructiveHint: null, idempotentHint: false, title: 3 };
  expect(fires('DESC-011', { annotations })).toEqual([
    '/annotations/readOnlyHint',
    '/annotations/destructiveHint',
  ]);
});

test.each([
  [{}, false],
  [undefined, true],
  [null, true],
  [[], true],
])('DESC-012 with annotations %j', (annotations, bad) => {
  expect(fires('DESC-012', { annotations } as Partial<ToolDef>).length > 0).toBe(bad);
});

describe('DESC-013', () => {
  test.each([
    'The new status, one of open, closed, or pending',
    'Allowed values: low, medium, high.',
    "Sort direction ('asc' or 'desc')",
    'Can be `GET` or `POST`. The default is `GET`.',
    'Output format: json | yaml | xml',
    'Must be one of "a", "b" and "c"',
    'Possible values are "In Progress" and "Done"',
  ])('fires on %j', (description) => {
    expect(fires('DESC-013', argument({ type: 'string', description }))).toHaveLength(1);
    expect(fires('DESC-013', argument({ description }))).toHaveLength(1);
  });

  test.each([
    'One of the regions of the account',
    'Name of the city, e.g. "Paris" or "Rome"',
    "File type such as 'png' or 'jpg'",
    'One of png, jpg, etc.',
    "The format: 'png', 'jpg' or any other that the viewer knows",
    'Only one of `id` or `name` may be given',
    'The value. For text: any string. For a box: "true" or "false". For a date: the day',
    'The letter. Allowed values: {{FIRST_NAME}}, {{LAST_NAME}}, {{CITY}}',
    'A comma-separated list. Options: a, b, c',
    "Kinds to look for, separated by commas. The allowed values are 'red' and 'blue'",
    'A string or null: string | null',
    'The value can be large, slow or wrong',
    'The file to read, one of README.md, LICENSE.txt or CHANGES.md',
    "Either 'tsconfig.json' or 'package.json'",
    'Name of the region, must be one of country, province, city or county',
    'Keywords for a place; one of street, quarter, town',
    'Einer von open, closed oder der und die pending',
  ])('is silent on %j', (description) => {
    expect(fires('DESC-013', argument({ type: 'string', description }))).toEqual([]);
  });

  test.each([
    { enum: ['open', 'closed'] },
    { const: 'open' },
    { pattern: '^(open|closed)$' },
    { anyOf: [{ const: 'open' }, { const: 'closed' }] },
    { type: 'array', items: { type: 'string' } },
  ])('is silent when %j restricts it', (schema) => {
    expect(fires('DESC-013', argument({ description: 'One of open, closed or pending', ...schema }))).toEqual(
      [],
    );
  });
});
