/** Every file of the repository that is made from code: path → text. */
import { ENVELOPE_SCHEMA } from '../../src/envelope/schema.js';
import { suiteJsonSchema } from '../../src/suite/schema.js';
import { cliReference } from './cli-reference.js';
import { rulePages } from './rule-pages.js';
import { suiteReference } from './suite-reference.js';

export async function generatedFiles(): Promise<Record<string, string>> {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'schema/v1.json': json(suiteJsonSchema()),
    'schema/envelope-v2.json': json(ENVELOPE_SCHEMA),
    'docs/reference/suite.md': suiteReference(suiteJsonSchema()),
    'docs/reference/cli.md': await cliReference(),
    ...rulePages(),
  };
}
