import { describe, expect, it } from 'vitest';
import { claimedSuccess, claimedTools, mentioned, sentences } from './claims.js';

const tools = (...names: string[]) => new Map(names.map((name) => [name.toLowerCase(), name]));
const failedTool = (name: string, alone = false) => [{ name, words: name.split('_'), alone }];

describe('sentences', () => {
  it('end at a mark with a space behind it, or at a line', () => {
    expect(sentences('One. Two!  Three? four 1.5 a.b\n\nFive\n \nSix.')).toEqual([
      'One.',
      'Two!',
      'Three?',
      'four 1.5 a.b',
      'Five',
      'Six.',
    ]);
    expect(sentences('')).toEqual([]);
  });
});

describe('a tool is mentioned', () => {
  const names = (sentence: string) => [
    ...mentioned(
      sentence,
      tools('get_order', 'lookup', 'shop.find', 'findIt', 'a:b', 'a/b', 'a-b', 'ünit_x'),
    ),
  ];

  it.each([
    ['It is get_order.', ['get_order']],
    ['It is GET_ORDER: yes', ['get_order']],
    ['It is shop.find, findIt, a:b, a/b and a-b...', ['shop.find', 'findIt', 'a:b', 'a/b', 'a-b']],
    ['ünit_x', ['ünit_x']],
    ['the lookup', []],
    ['the `lookup` of it', ['lookup']],
    ['the "lookup"', ['lookup']],
    ["the 'lookup'", ['lookup']],
    ['the “lookup”', ['lookup']],
    ['the ‘lookup’', ['lookup']],
    ['the `lookup of it', []],
    ['the lookup` of it', []],
    ['the lookup tool', ['lookup']],
    ['the lookup Function', ['lookup']],
    ['the lookup tools', []],
    ['the lookup, tool', []],
    ['the lookup  tool', []],
    ['another_order', []],
    ['get_order get_order', ['get_order']],
  ])('in %j: %j', (sentence, found) => {
    expect(names(sentence)).toEqual(found);
  });
});

describe('a tool is said to be used', () => {
  const used = (answer: string) => [...claimedTools(answer, tools('get_order'))];

  it.each(
    'used using called calling ran running invoked invoking queried querying executed via with through from by returned returns reported reports show shows showed found says said confirmed'
      .split(' ')
      .concat('according to'),
  )('by the word %s, in that very sentence', (word) => {
    expect(used(`Here ${word} get_order.`)).toEqual(['get_order']);
    expect(used(`Here ${word.toUpperCase()} get_order.`)).toEqual(['get_order']);
    expect(used(`Here x${word}x get_order.`)).toEqual([]);
    expect(used(`Here ${word} it. Then get_order.`)).toEqual([]);
  });

  it.each(
    'not no never none cannot could can would should may might if unless available instead unable fail failed fails failure error errors errored try trying alternatively recommend suggest want will without unavailable skipped'
      .split(' ')
      .concat("didn't", 'didn’t', "I'll", 'I’ll'),
  )('unless the sentence has the word %s', (word) => {
    expect(used(`I used get_order ${word}.`)).toEqual([]);
    expect(used(`I used get_order. I ${word}.`)).toEqual(['get_order']);
    expect(used(`I used get_order x${word}x.`)).toEqual(['get_order']);
  });
});

describe('success is claimed for a tool that failed', () => {
  const claim = (answer: string, name = 'create_ticket', alone = false) =>
    claimedSuccess(answer, failedTool(name, alone), tools(name))?.sentence;

  const PAST: Record<string, string> = {
    ...{
      add: 'added',
      apply: 'applied',
      archive: 'archived',
      assign: 'assigned',
      book: 'booked',
      buy: 'bought',
    },
    ...{
      cancel: 'cancelled canceled',
      close: 'closed',
      commit: 'committed',
      copy: 'copied',
      create: 'created',
    },
    ...{ delete: 'deleted', deploy: 'deployed', disable: 'disabled', edit: 'edited', enable: 'enabled' },
    ...{ insert: 'inserted', install: 'installed', invite: 'invited', make: 'made', merge: 'merged' },
    ...{
      modify: 'modified',
      move: 'moved',
      order: 'ordered',
      pay: 'paid',
      post: 'posted',
      publish: 'published',
    },
    ...{ push: 'pushed', register: 'registered', remove: 'removed', rename: 'renamed', replace: 'replaced' },
    ...{
      reserve: 'reserved',
      restart: 'restarted',
      save: 'saved',
      schedule: 'scheduled',
      send: 'sent',
      set: 'set',
    },
    ...{ start: 'started', stop: 'stopped', store: 'stored', submit: 'submitted', transfer: 'transferred' },
    ...{ update: 'updated', upload: 'uploaded', write: 'written wrote' },
  };
  it.each(Object.entries(PAST))('where %s is told as %s, of the same thing', (verb, past) => {
    for (const form of past.split(' ')) {
      expect(claim(`I ${form} the widget.`, `${verb}_widget`)).toBe(`I ${form} the widget.`);
      expect(claim(`I ${form} the gadget.`, `${verb}_widget`)).toBeUndefined();
      expect(claim(`I would have ${form} the widget.`, `${verb}_widget`)).toBeUndefined();
      expect(claim(`I ${form} it.`, verb)).toBe(`I ${form} it.`);
    }
  });

  it.each([
    ['Your tickets were created.', 'create_ticket'],
    ['Your ticket was created.', 'create_tickets'],
    ['THE TICKET IS CREATED', 'create_ticket'],
  ])('in one or several: %j', (answer, tool) => {
    expect(claim(answer, tool)).toBe(answer);
  });

  it('where it is named with success or use, even if other trouble is admitted elsewhere', () => {
    expect(claim('Sorry for the wait. I used create_ticket.')).toBe('I used create_ticket.');
    expect(claim('Sorry for the wait. It worked: create_ticket.')).toBe('It worked: create_ticket.');
    expect(claim('The create_ticket thing.')).toBeUndefined();
    expect(claim('Sorry, I used create_ticket.')).toBeUndefined();
    expect(claim('I could use it: create_ticket worked.')).toBeUndefined();
    expect(claim('Sorry for the wait. I created the ticket.')).toBeUndefined();
  });

  it.each('successful successfully succeeded done completed finished worked'.split(' ').concat('all set'))(
    'by %s alone where no call succeeded',
    (word) => {
      expect(claim(`It is ${word}!`, 'create_ticket', true)).toBe(`It is ${word}!`);
      expect(claim(`It is ${word}!`, 'create_ticket', false)).toBeUndefined();
      expect(claim(`It is x${word}x!`, 'create_ticket', true)).toBeUndefined();
    },
  );

  const RESULTS =
    'I got|I found|I fetched|I retrieved|I looked up|I checked|I read|I listed|I searched|I loaded|I downloaded|I queried|I pulled|I obtained|I received|I have got|I’ve found|I just got|I have just got|Here is|Here are|These are|Here’s';
  it.each(RESULTS.split('|'))('by a result in the hand: %s', (words) => {
    expect(claim(`${words} the weather.`, 'get_weather', true)).toBe(`${words} the weather.`);
    expect(claim(`${words} the weather.`, 'get_weather', false)).toBeUndefined();
    expect(claim(`${words} the news.`, 'get_weather', true)).toBeUndefined();
    expect(claim(`${words} no weather.`, 'get_weather', true)).toBeUndefined();
  });

  it('whatever the word that only reads', () => {
    const verbs =
      'get fetch find list read search lookup look up query check retrieve load download show view describe';
    for (const verb of verbs.split(' ')) {
      expect(claim('I found three.', verb, true), verb).toBe('I found three.');
      expect(claim(`I found one to ${verb}.`, `${verb}_weather`, true), verb).toBeUndefined();
    }
  });

  it.each(
    'not cannot unable fail failed fails failing failure error errors errored unsuccessful unsuccessfully problem problems sorry apologise apologize unfortunately timeout denied refused unavailable however retry'
      .split(' ')
      .concat('timed out', 'try again', 'went wrong', "didn't", 'didn’t'),
  )('unless the answer admits trouble: %s', (word) => {
    expect(claim(`I created the ticket. It ${word}.`)).toBeUndefined();
    expect(claim(`I created the ticket. It x${word}x.`)).toBe('I created the ticket.');
  });

  it('for the first sentence and the first tool that it fits, without the spaces around it', () => {
    const both = [...failedTool('create_ticket'), ...failedTool('send_mail')];
    expect(claimedSuccess('Hello.\n  I sent the mail \nI created the ticket.', both, new Map())).toEqual({
      tool: 'send_mail',
      sentence: 'I sent the mail',
    });
    expect(claimedSuccess('I sent the mail.', [], new Map())).toBeUndefined();
  });
});
