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
/** Those that a capability brings with it. */
const DECLARED_FAMILIES = { prompts: 'C-PROMPT-*', completions: 'C-COMP-*', logging: 'C-LOG-*' };

export function generateConformance(facts: ServerFacts, target: SuiteTarget): GeneratedConformance {
  const { capabilities, protocolVersion } = facts;
  const declared = LISTS.filter((name) => isObject(capabilities[name]));
  const checks = ['initialize', ...declared.map((name) => `${name}/list`)];
  const families = Object.entries(DECLARED_FAMILIES).flatMap(([name, family]) =>
    isObject(capabilities[name]) ? [family] : [],
  );
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
        checks: [...FAMILIES, ...families],
        spec_version: protocolVersion,
      },
      2,
    ),
  );
  const left = LISTS.filter((name) => !declared.includes(name));
  const notes = left.map((name) => `${name} are not declared, so ${name}/list is not checked`);
  if (protocolVersion === undefined)
    notes.push('the server named no protocol revision, so the checks hold for any');
  const others = [declares(capabilities, target), refuses(target)].join('\n');
  const suite = `${suiteHead('conformance', target)}\ncompliance:\n${items.join('')}\n${others}`;
  return { suite, checks_scaffolded: items.length, notes };
}

/** What is declared now has to stay declared: clients rely on it. */
function declares(capabilities: Record<string, unknown>, target: SuiteTarget): string {
  const names = Object.keys(capabilities).filter(
    (name) => /^\w+$/.test(name) && isObject(capabilities[name]),
  );
  const flags = names.flatMap((name) =>
    Object.entries(capabilities[name] as object).flatMap(([flag, value]) =>
      /^\w+$/.test(flag) && value === true ? [`${name}.${flag}`] : [],
    ),
  );
  const expect = [
    ...(names.length === 0 ? [{ capabilities: { type: 'object' } }] : []),
    ...names.map((name) => ({ [`capabilities.${name}`]: { type: 'object' } })),
    ...flags.map((name) => ({ [`capabilities.${name}`]: true })),
  ];
  const item = { name: 'it declares what it declared', server: serverKey(target), expect };
  return `capabilities:\n${yamlItem(item, 2)}`;
}

function refuses(target: SuiteTarget): string {
  const item = {
    name: 'an unknown method is refused',
    server: serverKey(target),
    request: { method: 'mcptest/no-such-method' },
    expect: [{ 'error.code': -32601 }],
  };
  return `requests:\n${yamlItem(item, 2)}`;
}
