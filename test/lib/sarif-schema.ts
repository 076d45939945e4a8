/** What the published schema of SARIF 2.1.0 has against a report. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const require = createRequire(import.meta.url);
// It is written in draft 4, of which it uses nothing that later drafts read differently but `id`.
const {
  id: _id,
  $schema: _schema,
  ...schema
} = JSON.parse(
  readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
);
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
(formats as unknown as (ajv: Ajv) => void)(ajv);
const validate = ajv.compile(schema);

export function sarifProblems(text: string): string[] {
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
