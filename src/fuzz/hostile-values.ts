/**
 * Values that programs stumble over. None of them does harm where it is obeyed after all: what looks like a command
 * prints a word, what looks like SQL selects, what looks like an address is this machine's own.
 */

export interface LabelledValue {
  label: string;
  value: unknown;
}

/** The most telling first. */
export const TELLING_TEXTS: readonly LabelledValue[] = [
  { label: 'a long text', value: 'x'.repeat(5000) },
  { label: 'quotes and backslashes', value: `'"\`\\;--` },
  { label: 'a path that climbs', value: '../../../../../../../../etc/passwd' },
  { label: 'a null character', value: 'a\0b' },
  { label: 'an emoji', value: '\u{1f600}' },
  { label: 'line breaks', value: 'a\nb\r\nc' },
];

export const MORE_TEXTS: readonly LabelledValue[] = [
  { label: 'white space', value: '   ' },
  { label: 'a very long text', value: 'x'.repeat(100_000) },
  { label: 'half a character', value: 'a\ud800b' },
  { label: 'text from right to left', value: '\u202eabc\u2066def' },
  { label: 'invisible characters', value: 'a\u200b\u00ad\ufeffb' },
  { label: 'stacked accents', value: `e${'\u0301'.repeat(200)}` },
  { label: 'a template', value: '${7*7}{{7*7}}<%= 7*7 %>#{7*7}' },
  { label: 'a format string', value: '%s%s%n%x%d' },
  { label: 'a shell substitution', value: '$(echo mcptest)`echo mcptest`' },
  { label: 'a shell pipe', value: '; echo mcptest | cat && echo mcptest' },
  { label: 'a piece of SQL', value: "' OR '1'='1" },
  { label: 'a piece of HTML', value: '<script>alert(1)</script>' },
  { label: 'a piece of JSON', value: '{"a":[1,{"b":null}]}' },
  { label: 'a name that objects inherit', value: '__proto__' },
  { label: 'another name that objects inherit', value: 'constructor' },
  { label: 'the word null', value: 'null' },
  { label: 'the word NaN', value: 'NaN' },
  { label: 'a number as text', value: '-1' },
  { label: 'a huge number as text', value: '1e309' },
  { label: 'an absolute path', value: '/etc/passwd' },
  { label: 'a file address', value: 'file:///etc/passwd' },
  { label: 'an address of this machine', value: 'http://127.0.0.1:1/' },
  { label: 'a day that does not exist', value: '2026-02-30' },
  { label: 'a text that slows regular expressions', value: `${'a'.repeat(40)}!` },
  { label: 'an unclosed pattern', value: '([a-z' },
];

export const TELLING_NUMBERS: readonly LabelledValue[] = [
  { label: 'zero', value: 0 },
  { label: 'minus one', value: -1 },
  { label: 'a fraction', value: 1.5 },
  { label: 'beyond whole numbers', value: 2 ** 53 },
];

export const MORE_NUMBERS: readonly LabelledValue[] = [
  { label: 'the largest number', value: 1.7976931348623157e308 },
  { label: 'the smallest number', value: 5e-324 },
  { label: 'a huge negative number', value: -1e308 },
  { label: 'beyond 32 bits', value: 2 ** 31 },
  { label: 'below 32 bits', value: -(2 ** 31) - 1 },
  { label: 'beyond 64 bits', value: 2 ** 64 },
];

/** A value of each type of JSON, to be sent where another one is expected. */
export const OF_EACH_TYPE: Readonly<Record<string, unknown>> = {
  string: 'not what is expected',
  number: 12345,
  boolean: true,
  array: ['not what is expected'],
  object: { not: 'what is expected' },
  null: null,
};

/** So deep that a program which calls itself for each level notices. */
export function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}
