/** The formats of findings by name; `lint` and `security` share them. */
import type { FindingsFormat } from '../../types/findings-report.js';
import { findingsAgent } from './findings-agent.js';
import { findingsGithub } from './findings-github.js';
import { findingsHtml } from './findings-html.js';
import { findingsJson } from './findings-json.js';
import { findingsMd } from './findings-md.js';
import { findingsPretty } from './findings-pretty.js';
import { findingsSarif } from './findings-sarif.js';

export const findingsFormats = {
  pretty: findingsPretty,
  json: findingsJson,
  sarif: findingsSarif,
  github: findingsGithub,
  md: findingsMd,
  html: findingsHtml,
  agent: findingsAgent,
} satisfies Record<string, FindingsFormat>;
