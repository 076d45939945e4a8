import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { ToolDef } from '../types/catalog.js';
import { createRanker, rankTools } from './rank.js';
import { searchTerms, splitWords, stem } from './words.js';

const forecast: ToolDef = { name: 'lookup_a', description: 'Return the weather forecast for a city.' };
const ferry: ToolDef = { name: 'lookup_b', description: 'Return the ferry timetable of a harbour.' };
const names = (query: string, tools: ToolDef[]) => rankTools(query, tools).map(({ tool }) => tool.name);

describe('words', () => {
  it('splits names the way people write them', () => {
    expect(splitWords('getHTTPStatus')).toEqual(['get', 'http', 'status']);
    expect(splitWords('list_open-issues.v2')).toEqual(['list', 'open', 'issues', 'v2']);
  });

  it.each([
    ['searching', 'searches', 'searched', 'search'],
    ['cities', 'city'],
    ['creating', 'created', 'creates', 'create'],
    ['deleting', 'delete'],
    ['planned', 'planning', 'plans', 'plan'],
    ['copied', 'copies', 'copy'],
    ['statuses', 'status'],
  ])('gives the forms of a word one stem: %s', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it('leaves short and other words whole', () => {
    expect(['red', 'sing', 'bus', 'class', 'straße'].map(stem)).toEqual([
      'red',
      'sing',
      'bus',
      'class',
      'straße',
    ]);
  });

  it('drops small words', () => {
    expect(searchTerms('what is the weather in Paris')).toEqual(['weather', 'paris']);
  });
});

describe('rankTools', () => {
  it('puts the tool first that the request is about', () => {
    expect(names('weather forecast in Paris', [ferry, forecast])).toEqual(['lookup_a']);
  });

  it('never returns a tool without a word of the request', () => {
    expect(names('translate this poem', [ferry, forecast])).toEqual([]);
    expect(names('', [ferry])).toEqual([]);
  });

  it('breaks ties by name, whatever the order', () => {
    const twins = ['b', 'c', 'a'].map((name) => ({ name: `${name}_tool`, description: 'Print a label.' }));
    expect(names('print label', twins)).toEqual(['a_tool', 'b_tool', 'c_tool']);
    expect(names('print label', twins.reverse())).toEqual(['a_tool', 'b_tool', 'c_tool']);
  });

  it('reads title, parameter names and parameter descriptions, at any depth', () => {
    const tool: ToolDef = {
      name: 'run',
      title: 'Invoice sender',
      inputSchema: {
        type: 'object',
        properties: {
          dueDate: { type: 'string' },
          to: { type: 'object', properties: { address: { description: 'Postal recipient.' } } },
        },
      },
    };
    for (const query of ['send an invoice', 'due date', 'recipient'])
      expect(names(query, [tool])).toEqual(['run']);
  });

  it('scores as BM25 does', () => {
    const [hit] = rankTools('weather', [forecast, ferry]);
    // One occurrence in one of two tools, in a description of average length: tf 1, idf ln 2.
    for (const tool of [forecast, ferry]) expect(searchTerms(tool.description ?? '')).toHaveLength(4);
    expect(hit?.score).toBeCloseTo(Math.log(2), 12);
  });

  it('replaces one tool as if the catalogue had been read again', () => {
    const word = fc.constantFrom('weather', 'ferry', 'city', 'harbour', 'list', 'send');
    const tool = fc.record({
      name: fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_')),
      description: fc.array(word, { maxLength: 8 }).map((parts) => parts.join(' ')),
    });
    fc.assert(
      fc.property(
        fc.array(tool, { minLength: 1, maxLength: 6 }),
        tool,
        fc.nat(),
        word,
        (tools, other, at, query) => {
          const index = at % tools.length;
          const changed = tools.map((each, i) => (i === index ? other : each));
          expect(createRanker(tools).replacing(index, other).rank(query)).toEqual(rankTools(query, changed));
        },
      ),
    );
  });

  it('takes any JSON as a tool', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.string(), (tools, query) => {
        rankTools(query, tools as unknown as ToolDef[]);
      }),
    );
  });
});
