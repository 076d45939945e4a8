import { describe, expect, it } from 'vitest';
import { gatherEvidence } from './evidence.js';
import { unbackedValues } from './values.js';

const NAMES = new Set(['get_order', 'shop2go', 'two words']);

/** What of the answer nothing backs, where the sources are all that is known. */
const unbacked = (answer: string, ...sources: unknown[]) =>
  unbackedValues(
    answer,
    gatherEvidence(() => sources),
    NAMES,
  );

describe('addresses', () => {
  it.each([
    ['See https://a.example/x.', 'a.example/x'],
    ['See HTTP://A.example/x/, please', 'https://a.example/x'],
    ['See https://www.a.example/x!?', 'a.example/x'],
    ['See <https://a.example/x>', 'a.example/x'],
    ['See (https://a.example/x)', 'a.example/x'],
    ['See [https://a.example/x]', 'a.example/x'],
    ['See “https://a.example/x”', 'a.example/x'],
    ['Mail me.you+1@a-b.example.org.', 'me.you+1@a-b.example.org'],
  ])('%j is backed by %j', (answer, source) => {
    expect(unbacked(answer, source)).toEqual([]);
  });

  it.each([
    ['See https://a.example/xy', 'a.example/x', ['https://a.example/xy']],
    ['See http://a.example', '', ['http://a.example']],
    ['Mail me@a.example', 'you@a.example', ['me@a.example']],
    ['Mail me@a.example', 'some@a.example', ['me@a.example']],
    ['Mail me@nowhere', '', []],
  ])('%j is not backed by %j: %j', (answer, source, values) => {
    expect(unbacked(answer, source)).toEqual(values);
  });
});

describe('quotations', () => {
  it.each(['"ring twice"', '“ring twice”', '«ring twice»', '"ring twice."', '" ring twice "'])(
    '%s must occur, its shape and marks aside',
    (quote) => {
      expect(unbacked(`It says ${quote} there`, 'Ring  TWICE')).toEqual([]);
      expect(unbacked(`It says ${quote} there`, 'ring once')).toEqual([quote]);
    },
  );

  it('of names, of one character and of numbers are no quotations', () => {
    expect(unbacked('It is "get_order", "two words" and "x." here')).toEqual([]);
    expect(unbacked('It is "12" and "€ 1,250.00 %"', 12, 1250)).toEqual([]);
    expect(unbacked('It is "13"', 12)).toEqual(['13']);
    expect(unbacked(`It is "${'a'.repeat(201)}"`)).toEqual([]);
    expect(unbacked('It is "one\ntwo"')).toEqual([]);
  });

  it('inside a block of code are part of the code', () => {
    expect(unbacked('a "b c" ```x "d e" y``` "f g"')).toEqual(['"b c"', '"f g"']);
  });
});

describe('code marks', () => {
  it.each([
    ['`src/x/a-b.ts`', ['`src/x/a-b.ts`']],
    ['`/etc/hosts.conf`', ['`/etc/hosts.conf`']],
    ['`src/x/folder`', []],
    ['`npm run build 22`', []],
    ['`word`', []],
    ['`get_order`', []],
    ['`a1b2c3`', ['a1b2c3']],
    ['`99`', ['99']],
    ['`x@y`', []],
    ['`a/b.toolong`', []],
  ])('%s: %j', (answer, values) => {
    expect(unbacked(`It is ${answer} here.`)).toEqual(values);
    expect(unbacked(`It is ${answer} here.`, answer.replaceAll('`', ''))).toEqual([]);
  });
});

describe('moments, versions and telephone numbers', () => {
  it.each([
    ['At 2025-03-14T10:30:00Z.', '2025-03-14 10:30', []],
    ['At 2025-03-14T10:30:00+02:00.', '2025-03-14T10:30:00+02:00', []],
    ['At 2025-03-14T10:30:00.5Z', '2025-03-14 10:30:00.5', []],
    ['At 2025-03-14T10:31:00Z.', '2025-03-14 10:30', ['2025-03-14T10:31:00Z']],
    ['At 2025-03-14T00:00:00Z.', '2025-03-14 10:30', ['2025-03-14T00:00:00Z']],
    ['At 2025-03-14T10:00:00Z.', '2025-03-14 10:30', ['2025-03-14T10:00:00Z']],
    ['Version v20.11.1 runs', '20.11.1', []],
    ['Version V20.11.1 runs', '20.11.1', []],
    ['Version 20.11.2 runs', '20.11.1', ['20.11.2']],
    ['It costs 1.234.567 in all', 1234567, []],
    ['It costs 1.234.568 in all', 1234567, ['1.234.568']],
    ['Call +49 (30) 123-4567', '49301234567', []],
    ['Call 030 1234567', '0301234567', []],
    ['Call 12 345 6789', '', ['12 345', '6789']],
  ])('%j against %j: %j', (answer, source, values) => {
    expect(unbacked(answer, source)).toEqual(values);
  });
});

describe('times of the day', () => {
  it.each([
    ['10:30', '10:30', []],
    ['10:30 pm', '22:30', []],
    ['10:30 p.m.', '22:30', []],
    ['12:30 am', '0:30', []],
    ['10:00', 'at 10', []],
    ['10:31', '10:30', ['10:31']],
    ['11:30', '10:30', ['11:30']],
    ['10:30:15', '10:30:15', []],
    ['10:30:00', '10:30', []],
    ['10:30:16', '10:30:15', ['10:30:16']],
  ])('%s against %j: %j', (time, source, values) => {
    expect(unbacked(`It was at ${time}`, source)).toEqual(values);
  });
});

describe('ids', () => {
  it.each([
    ['ORD-1042', 'ORD-1042', []],
    ['ORD1042', 'ord 1042', []],
    ['ORD-1042', 'ORD_1042', []],
    ['ORD_1042', 'ORD1042', []],
    ['ORD-1042', 'ORD-10421', ['ORD-1042']],
    ['a1b2c3d', 'a1b2c3d4e5f6', []],
    ['a1b2c3', 'a1b2c3d4e5f6', ['a1b2c3']],
    ['x1y2z3w4', 'x1y2z3w4v5', ['x1y2z3w4']],
    ['24-hour', 'for 24 hours', []],
    ['24-hour', 'for 23 hours', ['24-hour']],
    ['top-5-of-10', '10', []],
    ['a-1b2-c', '', ['a-1b2-c']],
    ['shop2go', '', []],
    ['SHOP2GO', '', []],
    ['abcd', '', []],
    ['abc1', '', []],
    ['12kg', '12', []],
    ['12kilos', '12', ['12kilos']],
  ])('%s against %j: %j', (id, source, values) => {
    expect(unbacked(`It is ${id} now`, source)).toEqual(values);
  });
});

describe('an answer', () => {
  it('states nothing where it offers something', () => {
    for (const offer of [
      'Would you like',
      'Do you want',
      'Let me know about',
      'Feel free to take',
      'Shall I take',
      'Should I take',
      'Want me to take',
      'If you’d like',
      "If you'd like",
      'If you would like',
    ]) {
      expect(unbacked(`${offer} 45 of them?`), offer).toEqual([]);
      expect(unbacked(`There are 46. ${offer} 45 of them? And 47`), offer).toEqual(['46', '47']);
      expect(unbacked(`There are 46\n${offer} 45 of them`), offer).toEqual(['46']);
    }
    expect(unbacked('Could you like 45 of them?')).toEqual(['45']);
  });

  it('states nothing by the numbers of a list', () => {
    expect(unbacked('10. one\n  11) two\n> 12. three')).toEqual([]);
    expect(unbacked('It is\n10.5 of it')).toEqual(['10.5']);
    expect(unbacked('It is 10. Yes')).toEqual(['10']);
  });

  it('is told once for each value, as it is first written', () => {
    expect(unbacked('"Ring Twice" and "ring  twice", 45 and 45')).toEqual(['"Ring Twice"', '45']);
  });

  it('is read up to five hundred values', () => {
    const many = Array.from({ length: 600 }, (_, at) => `id${1000 + at}x`).join(' ');
    expect(unbacked(many)).toHaveLength(500);
  });
});
