import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { ToolDef } from '../types/catalog.js';
import { nearWords } from './near/near-words.js';
import { createRanker, rankersFor, rankTools } from './rank.js';
import { searchTerms, splitWords, stem } from './words.js';

const forecast: ToolDef = { name: 'lookup_a', description: 'Return the weather forecast for a city.' };
const ferry: ToolDef = { name: 'lookup_b', description: 'Return the ferry timetable of a harbour.' };
const word = fc.constantFrom('weather', 'ferry', 'city', 'harbour', 'list', 'send', 'boat', 'forecasting');
const tool = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_')),
  description: fc.array(word, { maxLength: 8 }).map((parts) => parts.join(' ')),
});
const names = (query: string, tools: ToolDef[]) => rankTools(query, tools).map((found) => found.tool.name);

describe('words', () => {
  it('splits names the way people write them', () => {
    expect(splitWords('getHTTPStatus')).toEqual(['get', 'http', 'status']);
    expect(splitWords('list_open-issues.v2')).toEqual(['list', 'open', 'issues', 'v2']);
  });

  it('splits ASCII in one pass as it splits any text', () => {
    const parts = fc.constantFrom('a', 'b', 'Z', 'Q', '7', '_', '-', ' ', '.', 'ab', 'x'.repeat(65));
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (list) => {
        const text = list.join('');
        // A letter outside ASCII at the end takes the other way.
        expect([...splitWords(text), 'ß']).toEqual(splitWords(`${text} ß`));
      }),
    );
  });

  it('is linear in the length of the text, also once it is compiled', () => {
    const long = ' Word'.repeat(20_000);
    const began = performance.now();
    for (let time = 0; time < 8; time += 1) splitWords(long);
    // About 0.1 s; minutes when every word copies the text.
    expect(performance.now() - began).toBeLessThan(5_000);
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
    const sender: ToolDef = {
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
      expect(names(query, [sender])).toEqual(['run']);
  });

  it('scores as BM25 does', () => {
    const [hit] = rankTools('weather', [forecast, ferry]);
    // One occurrence in one of two tools, in a description of average length: tf 1, idf ln 2.
    for (const each of [forecast, ferry]) expect(searchTerms(each.description ?? '')).toHaveLength(4);
    expect(hit?.score).toBeCloseTo(Math.log(2), 12);
  });

  it('says where the first right tool stands, as the whole order does', () => {
    fc.assert(
      fc.property(fc.array(tool, { minLength: 1, maxLength: 30 }), word, word, (tools, query, wanted) => {
        const found = createRanker(tools, nearWords()).search(query);
        const order = found.top();
        const isWanted = (each: ToolDef) => each.name.includes(wanted);
        const at = order.findIndex((each) => isWanted(each.tool));
        expect(found.placeOf(isWanted)).toBe(at === -1 ? undefined : at + 1);
        expect(found.top(3)).toEqual(order.slice(0, 3));
      }),
    );
  });

  it('weighs a tool by itself as it weighs it in the catalogue', () => {
    fc.assert(
      fc.property(fc.array(tool, { minLength: 1, maxLength: 8 }), word, word, (tools, one, two) => {
        const ranker = createRanker(tools, nearWords());
        const request = ranker.request(`${one} ${two}`);
        const ranked = new Map(ranker.rank(`${one} ${two}`).map(({ index, score }) => [index, score]));
        for (const [index, each] of tools.entries()) {
          const weighed = ranker.weigh(each);
          let words = 0;
          for (const [term, gain] of weighed.gains) words += gain * (request.weights.get(term) ?? 0);
          const score = words === 0 ? undefined : ranker.total(words, request, weighed);
          expect(ranked.get(index)).toBe(score);
        }
      }),
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

describe('near words', () => {
  const near = nearWords();
  const tools: ToolDef[] = [
    { name: 'movieTips', description: 'Suggest films and series to stream.' },
    { name: 'carMarket', description: 'New and used vehicles by make, year and mileage.' },
    { name: 'translateText', description: 'Translation between many languages.' },
    { name: 'sendMail', description: 'Send an electronic message with attachments.' },
    ...Array.from({ length: 8 }, (_, i) => ({ name: `row_${i}`, description: `Row ${i} of the ledger.` })),
  ];
  const first = (query: string) => createRanker(tools, near).rank(query, 1)[0]?.tool.name;

  it.each([
    ['a cinema evening', 'movieTips'],
    ['buy an automobile', 'carMarket'],
    ['translator', 'translateText'],
    ['email Anna', 'sendMail'],
  ])('%j leads to %s, which shares no word with it', (query, name) => {
    expect(createRanker(tools).rank(query, 1)[0]?.tool.name === name && query !== 'translator').toBe(false);
    expect(first(query)).toBe(name);
  });

  it('a word that people use for another leads to its tools, and the word itself goes before', () => {
    const files: ToolDef[] = [
      { name: 'create_directory', description: 'Makes a path.' },
      { name: 'invoice_rows', description: 'Rows of an invoice.' },
    ];
    const order = (list: ToolDef[], query: string) =>
      createRanker(list, near)
        .rank(query)
        .map((found) => found.tool.name);
    expect(order(files, 'folder')).toEqual(['create_directory']);
    expect(order([...files, { name: 'folder_list', description: 'Names.' }], 'folder')[0]).toBe(
      'folder_list',
    );
    expect(near.same(stem('folders'))).toContain(stem('directories'));
    expect(near.same('zzzz').size).toBe(0);
  });

  it('never returns a tool that no word leads to', () => {
    expect(createRanker([ferry, forecast], near).rank('zzz qqq')).toEqual([]);
    expect(createRanker([ferry, forecast], near).rank('sing this song')).toEqual([]);
  });

  it('the word itself goes before its neighbours', () => {
    const pair = [
      { name: 'a', description: 'Films of the week.' },
      { name: 'b', description: 'Cinemas of the week.' },
    ];
    expect(
      createRanker(pair, near)
        .rank('cinema')
        .map((found) => found.tool.name),
    ).toEqual(['b', 'a']);
  });

  it('everyday words tell less than others', () => {
    expect(near.weight(stem('want'))).toBeLessThan(0.7);
    expect(near.weight(stem('invoice'))).toBe(1);
    expect(near.weight('zzzz')).toBe(1);
  });
});

describe('a ranker for known requests', () => {
  it('finds what the one for any request finds, with the same scores', () => {
    const query = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(
        fc.array(tool, { minLength: 1, maxLength: 8 }),
        fc.array(query, { minLength: 1 }),
        (tools, all) => {
          const known = rankersFor(all)(tools);
          const any = createRanker(tools);
          for (const each of all) expect(known.rank(each)).toEqual(any.rank(each));
        },
      ),
    );
  });
});
