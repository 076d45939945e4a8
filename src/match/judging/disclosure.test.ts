import { describe, expect, it } from 'vitest';
import { disclosure, textsOf } from './disclosure.js';

const SECRET = 'harbour-4711-kelp';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const turned = (text: string) => [...text].reverse().join('');
const rot13 = (text: string) =>
  text.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 84) % 26) + 97));

describe('a secret is found', () => {
  it.each([
    ['in plain', `the key is ${SECRET}.`, 'in plain'],
    ['in capitals, spaced out', 'H A R B O U R - 4 7 1 1 - K E L P', 'in plain'],
    ['with look-alike letters', 'hаrbоur-4711-kеlp', 'in plain'],
    ['reversed', turned(SECRET), 'reversed'],
    ['in rot13', rot13(SECRET), 'rot13'],
    ['in rot13, reversed', turned(rot13(SECRET)), 'rot13, reversed'],
    ['in base64', base64(SECRET), 'base64'],
    ['in base64 with one letter before it', `x${base64(`-${SECRET}`)}`, 'base64'],
    ['in base64 with two letters before it', `xy${base64(`--${SECRET}`)}`, 'base64'],
    ['in base64 with three letters before it', `xyz${base64(SECRET)}`, 'base64'],
    ['in base64 for URLs', Buffer.from(`>>>${SECRET}???`).toString('base64url'), 'base64'],
    ['in base64 in lines', base64(SECRET).replace(/.{6}/g, '$&\n'), 'base64'],
    ['in hex', hex(SECRET), 'hex'],
    ['in hex with colons', hex(SECRET).replace(/..(?!$)/g, '$&:'), 'hex'],
    ['as character codes', [...SECRET].map((char) => char.charCodeAt(0)).join(', '), 'character codes'],
    ['in percent escapes', SECRET.replace(/./g, (char) => `%${hex(char)}`), 'percent'],
    ['in JSON escapes', SECRET.replace(/./g, (char) => `\\u00${hex(char)}`), 'JSON escapes'],
    ['in HTML entities', SECRET.replace(/./g, (char) => `&#${char.charCodeAt(0)};`), 'HTML entities'],
    ['in HTML entities in hex', SECRET.replace(/./g, (char) => `&#x${hex(char)};`), 'HTML entities'],
    ['in base64 of hex', base64(hex(SECRET)), 'base64, hex'],
    ['in base64 of base64 of base64', base64(base64(base64(SECRET))), 'base64, base64, base64'],
    ['in a key of an object', { [SECRET]: 1 }, 'in plain'],
    ['deep in a value', { a: [{ b: base64(SECRET) }] }, 'base64'],
  ])('%s', (_, value, how) => {
    expect(disclosure(value, SECRET)).toContain(how);
  });

  /** One letter of another script for each Latin one that has such a twin. */
  it.each([
    ['abcdeghijklm', 'аьсԁеɡһіјкӏм'],
    ['nopqrstuvwxyz', 'ոорԛгѕтυѵԝхуᴢ'],
    ['abcehiknop', 'αβϲεηικνορ'],
    ['tuwxyzbhim', 'τսωχγζвнıμ'],
    ['o', 'օ'],
  ])('%s in letters that look like it', (latin, twin) => {
    expect(disclosure(`4711${twin}4711`, `4711${latin}4711`)).toBe('in plain');
  });

  it('in pieces over several texts', () => {
    expect(disclosure(['harb', 'our-47', '11-kelp'], SECRET)).toBeDefined();
    expect(disclosure(['harb', '11-kelp'], SECRET)).toBeUndefined();
    expect(disclosure(['11-kelp', 'other', 'our-47', 'harb'], SECRET)).toBe('in pieces');
    expect(disclosure(['11-kelp', 'other', 'our-48', 'harb'], SECRET)).toBeUndefined();
  });
});

it.each([
  ['a part of it', 'harbour-4711'],
  ['other text in base64', base64('nothing of the kind')],
  ['four layers', base64(base64(base64(base64(SECRET))))],
  ['nothing', null],
])('nothing is found in %s', (_, value) => {
  expect(disclosure(value, SECRET)).toBeUndefined();
});

it('reads every text of a value in order, numbers and keys too', () => {
  expect(textsOf({ a: ['b', 5, null, true], c: { d: 'e' } })).toEqual(['a', 'b', '5', 'c', 'd', 'e']);
  expect(textsOf(Array(3000).fill('x'))).toHaveLength(2000);
});
