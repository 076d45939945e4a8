/** `compliance:` — checks of the protocol itself, by what the server declares; no tool is called. */
import { block, choice, define, list, optional, pattern } from '../shape.js';
import { server } from './call.js';
import { selection, testName } from './common.js';
import { expectation } from './expect.js';

export const COMPLIANCE_CHECKS = [
  'initialize',
  'tools/list',
  'resources/list',
  'prompts/list',
  'ping',
] as const;

export const compliance = list(
  'Checks that a server keeps to the protocol. No tool is called.',
  define(
    'compliance_check',
    block('One check of the protocol.', {
      name: testName(),
      server: server(),
      check: choice('What is checked.', [...COMPLIANCE_CHECKS]),
      spec_version: optional(
        pattern(
          'The revision that the server must speak, such as 2025-11-25.',
          /^\d{4}-\d{2}-\d{2}$/,
          'expected a revision such as 2025-11-25',
        ),
      ),
      expect: optional(expectation),
      ...selection,
    }),
  ),
);

export interface RawComplianceCheck {
  check: (typeof COMPLIANCE_CHECKS)[number];
  spec_version?: string;
}
