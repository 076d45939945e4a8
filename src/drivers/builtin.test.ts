import { describe, expect, it } from 'vitest';
import { countCl100k } from '../tokens/cl100k.js';
import type { Conversation, Driver, DriverTool, Message, Turn, TurnOptions } from '../types/driver.js';
import { lexicalDriver } from './lexical.js';
import { scriptedDriver } from './scripted.js';
import { toolResultText } from './tool-result-text.js';

const WEATHER: DriverTool = {
  id: 'weather.get_forecast',
  name: 'weather__get_forecast',
  description: 'Weather forecast of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, units: { enum: ['metric', 'imperial'] } },
    required: ['city', 'units'],
  },
};
const MAIL: DriverTool = {
  id: 'mail.send',
  name: 'mail__send',
  description: 'Send an e-mail message.',
  inputSchema: { type: 'object', properties: { to: { type: 'string', format: 'email' } }, required: ['to'] },
};
const OPTIONS: TurnOptions = { tools: [MAIL, WEATHER], timeout_ms: 1000 };
const ASKED: Message[] = [{ role: 'user', text: 'What will the weather be in the city of Lyon?' }];

async function turnOf(driver: Driver, conversation: Conversation, options = OPTIONS): Promise<Turn> {
  const outcome = await driver.turn(conversation, options);
  if ('failure' in outcome) throw new Error(outcome.failure.message);
  return outcome.turn;
}

/** Plays until the driver stops, answering every call with the same text. */
async function converse(driver: Driver, answer = 'sunny'): Promise<Turn[]> {
  const conversation = [...ASKED];
  const turns: Turn[] = [];
  for (let n = 0; n < 10; n += 1) {
    const turn = await turnOf(driver, conversation);
    turns.push(turn);
    if (turn.calls.length === 0) break;
    conversation.push({ role: 'assistant', turn });
    conversation.push({
      role: 'tool',
      results: turn.calls.map((call) => ({ id: call.id, tool: call.tool, text: answer })),
    });
  }
  return turns;
}

describe('scripted', () => {
  it('plays call after call, with the names that the provider sees, and then what it says', async () => {
    const turns = await converse(
      scriptedDriver([
        [
          { call: 'weather.get_forecast', args: { city: 'Lyon' } },
          { calls: [{ call: 'send', args: { to: 'a@b.c' } }, { call: 'mail.unknown' }] },
          { say: 'Done.' },
        ],
      ]),
    );
    expect(turns.map((turn) => turn.calls)).toEqual([
      [{ id: 'call_1', tool: 'weather__get_forecast', args: { city: 'Lyon' } }],
      [
        { id: 'call_2', tool: 'mail__send', args: { to: 'a@b.c' } },
        { id: 'call_3', tool: 'mail.unknown', args: {} },
      ],
      [],
    ]);
    expect(turns.map((turn) => [turn.text, turn.finish])).toEqual([
      [undefined, 'tool-calls'],
      [undefined, 'tool-calls'],
      ['Done.', 'stop'],
    ]);
  });

  it('says what stands before a call together with the call', async () => {
    const turns = await converse(
      scriptedDriver([[{ say: 'Let me look.' }, { call: 'mail.send' }, { say: 'Done.' }]]),
    );
    expect(turns.map((turn) => [turn.text, turn.calls.length])).toEqual([
      ['Let me look.', 1],
      ['Done.', 0],
    ]);
  });

  it('says nothing more when the script is over', async () => {
    const turns = await converse(scriptedDriver([[{ call: 'mail.send' }]]));
    expect(turns[1]).toMatchObject({ calls: [], finish: 'stop' });
    expect(turns[1]).not.toHaveProperty('text');
    expect(await converse(scriptedDriver([]))).toHaveLength(1);
  });

  it('plays script i modulo n in run i', async () => {
    const scripts = [[{ say: 'one' }], [{ say: 'two' }], [{ say: 'three' }]];
    const said = await Promise.all(
      [0, 1, 2, 3, 4].map(async (run) => (await turnOf(scriptedDriver(scripts, run), ASKED)).text),
    );
    expect(said).toEqual(['one', 'two', 'three', 'one', 'two']);
  });

  it('keeps arguments of any shape', async () => {
    const [turn] = await converse(scriptedDriver([[{ call: 'mail.send', args: 'not an object' }]]));
    expect(turn?.calls[0]?.args).toBe('not an object');
  });

  it('counts prompt, catalogue, arguments and results once each', async () => {
    const args = { city: 'Lyon' };
    const turns = await converse(
      scriptedDriver([
        [{ call: 'weather.get_forecast', args }, { call: 'mail.send', args }, { say: 'Done.' }],
      ]),
      'sunny, 21 degrees',
    );
    const tool = ({ id, description, inputSchema }: DriverTool) =>
      countCl100k(id.split('.')[1] ?? '') +
      countCl100k(description ?? '') +
      countCl100k(JSON.stringify(inputSchema));
    const prompt = countCl100k('What will the weather be in the city of Lyon?') + tool(MAIL) + tool(WEATHER);
    const argument = countCl100k(JSON.stringify(args));
    const result = countCl100k('sunny, 21 degrees');
    expect(turns.map((turn) => turn.usage)).toEqual([
      { input: prompt, output: argument, total: prompt + argument },
      { input: result, output: argument, total: result + argument },
      { input: result, output: 0, total: result },
    ]);
  });
});

describe('lexical', () => {
  it('calls the tool that the words of the prompt fit, once, with valid arguments', async () => {
    const turns = await converse(lexicalDriver());
    expect(turns).toHaveLength(2);
    expect(turns[0]?.calls).toEqual([
      { id: 'call_1', tool: 'weather__get_forecast', args: { city: 'Paris', units: 'metric' } },
    ]);
    expect(turns[1]).toMatchObject({ text: 'The tool has answered.', calls: [], finish: 'stop' });
    expect(turns[0]?.usage?.output).toBeGreaterThan(0);
  });

  it('calls nothing when nothing fits', async () => {
    const turn = await turnOf(lexicalDriver(), [{ role: 'user', text: 'zzz qqq' }]);
    expect(turn).toMatchObject({ text: 'No tool fits this request.', calls: [] });
  });

  it.each([
    ['bm25', 'What will the weather be in the city of Lyon?'],
    ['regex', 'weather|city|lyon'],
  ] as const)('searches first where tools must be found by %s', async (search, query) => {
    const finder: DriverTool = { id: 'tool_search', name: 'tool_search', inputSchema: {}, search };
    const first = await turnOf(lexicalDriver(), ASKED, { ...OPTIONS, tools: [finder] });
    expect(first.calls).toEqual([{ id: 'call_1', tool: 'tool_search', args: { query } }]);
    const asked: Conversation = [...ASKED, { role: 'assistant', turn: first }];
    const then = await turnOf(lexicalDriver(), asked, { ...OPTIONS, tools: [finder, MAIL, WEATHER] });
    expect(then.calls).toMatchObject([{ id: 'call_2', tool: 'weather__get_forecast' }]);
    const found = await turnOf(lexicalDriver(), asked, { ...OPTIONS, tools: [finder] });
    expect(found).toMatchObject({ text: 'No tool fits this request.', calls: [] });
  });

  it('reads a list of tools once, however often it is asked', async () => {
    let read = 0;
    const counted = {
      ...MAIL,
      toJSON: () => {
        read += 1;
        return MAIL;
      },
    };
    const options = { ...OPTIONS, tools: [counted, WEATHER] };
    await turnOf(lexicalDriver(), ASKED, options);
    const once = read;
    await turnOf(lexicalDriver(), [{ role: 'user', text: 'send mail' }], options);
    expect([once > 0, read]).toEqual([true, once]);
  });

  it('sends an empty object where no valid arguments can be made', async () => {
    const tools = [{ ...MAIL, inputSchema: { type: 'object', required: ['x'], properties: { x: false } } }];
    const turn = await turnOf(lexicalDriver(), [{ role: 'user', text: 'send mail' }], { ...OPTIONS, tools });
    expect(turn.calls[0]?.args).toEqual({});
  });
});

describe('toolResultText', () => {
  it('shows the text, names what is not text, and falls back on structured content', () => {
    const content = [
      { type: 'text', text: 'first' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'file:///c' },
      null,
    ];
    expect(toolResultText({ content })).toBe(
      'first\n[image: image/png]\ninside\n[resource: file:///b]\n[link: file:///c]\n[content: not text]',
    );
    expect(toolResultText({ content: [], structuredContent: { a: 1 } })).toBe('{"a":1}');
    expect(toolResultText({})).toBe('');
    expect(toolResultText(undefined)).toBe('');
  });
});
