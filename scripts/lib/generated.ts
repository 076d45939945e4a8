/** Every file of the repository that is made from code: path → text. */
import { CLIENTS_SCHEMA } from '../../src/compat/clients-schema.js';
import { ENVELOPE_SCHEMA } from '../../src/envelope/schema.js';
import { suiteJsonSchema } from '../../src/suite/schema.js';
import { pagesWithMarkedParts } from './architecture/marked-parts.js';
import { wordKinds } from './architecture/words.js';
import { wordsPage } from './architecture/words-page.js';
import { cliReference } from './cli-reference.js';
import { clientViewsPage } from './client-views-page.js';
import { compatPages } from './compat-pages.js';
import { conformancePages } from './conformance-pages.js';
import { envelopeReference } from './envelope-reference.js';
import { optionsPage } from './options-page.js';
import { rulePages } from './rule-pages.js';
import { suiteReference } from './suite-reference.js';

export async function generatedFiles(): Promise<Record<string, string>> {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const words = await wordKinds();
  return {
    'schema/v1.json': json(suiteJsonSchema()),
    'schema/envelope-v2.json': json(ENVELOPE_SCHEMA),
    'schema/clients-v1.json': json(CLIENTS_SCHEMA),
    'docs/reference/suite.md': suiteReference(suiteJsonSchema()),
    'docs/reference/envelope.md': envelopeReference(),
    'docs/reference/cli.md': await cliReference(),
    'docs/reference/options.md': await optionsPage(),
    'docs/reference/where-things-are.md': wordsPage(words),
    ...pagesWithMarkedParts(words),
    ...rulePages(),
    ...compatPages(),
    'docs/evidence/client-views.md': clientViewsPage(),
    ...conformancePages(),
  };
}
