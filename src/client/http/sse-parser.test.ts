import { expect, test } from 'vitest';
import fc from '../../../test/lib/properties.js';
import { type SseEvent, SseParser } from './sse-parser.js';

function parse(text: string, cuts: number[] = [], cap = 1000) {
  const events: SseEvent[] = [];
  const parser = new SseParser((event) => events.push(event), cap);
  const bytes = new TextEncoder().encode(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    parser.push(bytes.subarray(from, end));
    from = end;
  }
  return { events, parser };
}

const STREAM =
  '\ufeff: comment\r\nevent: note\r\ndata: ä\r\ndata\r\ndata:  two\r\n\r\nid: 7\rretry: 25\rdata: {"a":1}\r\r\ndata: 日本\n\ndata: cut off';

test('the three line ends, comments, ids, several data lines', () => {
  const { events, parser } = parse(STREAM);
  expect(events).toEqual([
    { event: 'note', data: 'ä\n\n two', id: '' },
    { event: 'message', data: '{"a":1}', id: '7' },
    { event: 'message', data: '日本', id: '7' },
  ]);
  expect(parser.retryMs).toBe(25);
});

test('chunks may be torn anywhere', () => {
  const whole = parse(STREAM).events;
  fc.assert(
    fc.property(fc.array(fc.nat(200), { maxLength: 20 }), (cuts) => {
      expect(parse(STREAM, cuts).events).toEqual(whole);
    }),
  );
});

test('an id with a NUL and a retry that is no number are ignored', () => {
  const { events, parser } = parse('id: a\0b\nretry: 1x\nunknown: y\ndata: z\n\n');
  expect(events).toEqual([{ event: 'message', data: 'z', id: '' }]);
  expect(parser.retryMs).toBeUndefined();
});

test('an event past the cap is refused, however it is cut', () => {
  const text = `data: ${'x'.repeat(300)}\n`.repeat(5);
  expect(() => parse(text)).toThrow(/exceeds 1000 bytes/);
  expect(() => parse(text, [100, 500, 900])).toThrow(/exceeds 1000 bytes/);
  expect(() => parse('data: ok\n\n'.repeat(500))).not.toThrow();
});

test('invalid UTF-8 is refused, with its place in the stream', () => {
  const bytes = Buffer.from('data: ok\r\n\r\ndata: é?\n');
  bytes[bytes.indexOf('?')] = 0xff;
  for (const cut of [0, 5, 9, 10, 19]) {
    const parser = new SseParser(() => {}, 100);
    parser.push(bytes.subarray(0, cut));
    expect(() => parser.push(bytes.subarray(cut))).toThrow(`not valid UTF-8 at byte ${bytes.indexOf(0xff)}`);
  }
});

test('the id of an event that broke off does not count: the event would never come', () => {
  expect(parse('id: 1\ndata: a\n\nid: 2\ndata: b\n').parser.lastEventId).toBe('1');
  expect(parse('id: 1\ndata: a\n\nid: 2\n\n').parser.lastEventId).toBe('2');
});
