/** What a server says of itself → a `compliance:` suite: its handshake, each list that it declares, and the specification. */

import { yamlItem } from '../source/yaml-text.js';
import { isObject } from '../util/plain.js';
import { type SuiteTarget, serverKey, suiteHead } from './suite-head.js';

/** What was agreed on when the server was asked. */
export interface ServerFacts {
  capabilities: Record<string, unknown>;
  /** The revision to pin the checks to, where it is known. */
  protocolVersion?: string;
}

export interface GeneratedConformance {
  suite: string;
  checks_scaffolded: number;
  notes: string[];
}

const LISTS = ['tools', 'resources', 'prompts'] as const;
/** Families of checks that call no tool, so that they can be judged on every server. */
const FAMILIES = ['C-FRAME-*', 'C-RPC-*', 'C-LIFE-*', 'C-CAP-*', 'C-LIST-*'];

export function generateConformance(facts: ServerFacts, target: SuiteTarget): GeneratedConformance {
  const { capabilities, protocolVersion } = facts;
  const declared = LISTS.filter((name) => isObject(capabilities[name]));
  const checks = ['initialize', ...declared.map((name) => `${name}/list`)];
  const items = checks.map((check) =>
    yamlItem(
      {
        name: check === 'initialize' ? 'the handshake completes' : `${check} answers with a list`,
        server: serverKey(target),
        check,
        spec_version: protocolVersion,
      },
      2,
    ),
  );
  items.push(
    yamlItem(
      {
        name: 'no MUST of the specification is broken',
        server: serverKey(target),
        checks: FAMILIES,
        spec_version: protocolVersion,
      },
      2,
    ),
  );
  const left = LISTS.filter((name) => !declared.includes(name));
  const notes = left.map((name) => `${name} are not declared, so ${name}/list is not checked`);
  if (protocolVersion === undefined)
    notes.push('the server named no protocol revision, so the checks hold for any');
  const suite = `${suiteHead('conformance', target)}\ncompliance:\n${items.join('')}`;
  return { suite, checks_scaffolded: items.length, notes };
}
