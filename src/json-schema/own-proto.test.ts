import { describe, expect, it } from 'vitest';
import { isClearlyValid } from './is-clearly-valid.js';
import { validate } from './validate.js';

/** The name is written as JSON, since a literal would set the prototype. `@` stands for it. */
const read = (text: string) => JSON.parse(text.replaceAll('@', '__proto__')) as Record<string, unknown>;

/** Each schema as it would be judged under a name that nobody treats as special. */
const CASES: [schema: string, value: string][] = [
  ['{"properties":{"@":{"type":"string"}}}', '{"@":1}'],
  ['{"properties":{"@":false}}', '{"@":{}}'],
  ['{"properties":{"@":{"type":"string"}}}', '{"@":"x"}'],
  ['{"properties":{"@":{"type":"string"}},"additionalProperties":false}', '{"@":"x"}'],
  ['{"properties":{"@":{"type":"string"}},"additionalProperties":false}', '{"@":1}'],
  ['{"properties":{"@":{"type":"string"}},"patternProperties":{"^@$":{"minLength":3}}}', '{"@":"xy"}'],
  ['{"properties":{"@":{"type":"string"}},"patternProperties":{"^@$":{"minLength":3}}}', '{"@":[]}'],
  ['{"patternProperties":{"@":{"type":"string"}}}', '{"a@b":1}'],
  ['{"patternProperties":{"@":{"type":"string"}},"additionalProperties":false}', '{"a@b":"x"}'],
  ['{"properties":{"@":{"properties":{"@":{"type":"integer"}}}}}', '{"@":{"@":"no"}}'],
  ['{"items":{"properties":{"@":{"type":"integer"}}}}', '[{"@":1},{"@":"no"}]'],
  ['{"properties":{"@":{"type":"string"},"b":{"$ref":"#/properties/@"}}}', '{"b":1}'],
  ['{"properties":{"@":{"type":"string"}},"required":["@"]}', '{}'],
  ['{"properties":{"@":{"type":"string"}},"unevaluatedProperties":false}', '{"@":"x"}'],
  ['{"properties":{"@":{"type":"string"}},"unevaluatedProperties":false}', '{"@":1}'],
  ['{"allOf":[{"properties":{"@":{"type":"string"}}}],"unevaluatedProperties":false}', '{"@":"x"}'],
  ['{"enum":[{"properties":{"@":{"type":"string"}}}]}', '{"properties":{"@":{"type":"string"}}}'],
  [
    '{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"@":{"required":["b"]}}}',
    '{"@":1}',
  ],
  ['{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"@":{"type":"string"}}}', '{"@":1}'],
  ['{"dependentRequired":{"@":["b"]}}', '{"@":1}'],
  ['{"dependentSchemas":{"@":{"required":["b"]}}}', '{"@":1}'],
];

describe('a property called __proto__', () => {
  it.each(CASES)('%s judges %s as it would any other name', (schema, value) => {
    const plain = (text: string) => JSON.parse(text.replaceAll('@', 'plain')) as unknown;
    const expected = validate(plain(schema), plain(value));
    const actual = validate(read(schema), read(value));
    expect(actual.valid).toBe(expected.valid);
    const told = (errors: unknown[]) => JSON.stringify(errors[0] ?? '').replaceAll('__proto__', 'plain');
    expect(told(actual.errors)).toBe(told(expected.errors));
    if (isClearlyValid(read(schema), read(value))) expect(actual.valid).toBe(true);
  });

  it('also where other properties depend on it', () => {
    const schema = '{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"@":["b"]}}';
    expect(validate(read(schema), read('{"@":1}')).valid).toBe(false);
    expect(validate(read(schema), read('{"@":1,"b":1}')).valid).toBe(true);
    expect(validate(read(schema), {}).valid).toBe(true);
  });

  it('leaves the schema as it was', () => {
    const schema = read('{"properties":{"@":{"type":"string"}}}');
    const before = JSON.stringify(schema);
    validate(schema, {});
    expect(JSON.stringify(schema)).toBe(before);
  });
});
