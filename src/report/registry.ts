/** All reporters by name. */
import type { Reporter } from '../types/reporter.js';
import { agent } from './agent.js';
import { badge } from './badge.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { matrix } from './matrix.js';
import { md } from './md.js';
import { minimal } from './minimal.js';
import { ndjson } from './ndjson.js';
import { pretty } from './pretty.js';
import { sarif } from './sarif.js';
import { tap } from './tap.js';

export const reporters = {
  pretty,
  minimal,
  json,
  ndjson,
  junit,
  tap,
  github,
  gitlab,
  sarif,
  md,
  matrix,
  html,
  badge,
  agent,
} satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as ReporterName[];
