/** All reporters by name. */
import type { Reporter } from '../types/reporter.js';
import { agent } from './agent.js';
import { github } from './github.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { minimal } from './minimal.js';
import { pretty } from './pretty.js';

export const reporters = { pretty, minimal, json, junit, github, agent } satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as ReporterName[];
