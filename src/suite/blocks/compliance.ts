/** `compliance:` — checks of the protocol itself, by what the server declares. */
import * as z from 'zod/mini';
import { checksNamed, unknownCheck } from '../../util/check-ids.js';
import { block, choice, define, described, list, optional, pattern, text } from '../shape.js';
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

const checkName = described(
  'An id or a family.',
  text('An id or a family.').check(
    z.check<string>(({ value, issues }) => {
      if (checksNamed(value).length > 0) return;
      const { message, hint } = unknownCheck(value);
      issues.push({ code: 'custom', path: [], message, input: value, params: { hint } });
    }),
  ),
);

const GRADES = ['A+', 'A', 'B', 'C', 'D'] as const;

export const compliance = list(
  'Checks that a server keeps to the protocol. Without `check`, those of `mcptest conformance`.',
  define(
    'compliance_check',
    block('One check of the protocol.', () => ({
      name: testName(),
      server: server(),
      check: optional(choice('One thing that is checked, without calling a tool.', [...COMPLIANCE_CHECKS])),
      checks: optional(
        list('Checks of `mcptest conformance`: ids, or families such as C-LIST-*.', checkName, 1),
      ),
      grade: optional(choice('The lowest grade that passes; it needs all checks.', [...GRADES])),
      baseline: optional(
        text('A file of expected failures: new failures fail, and so do entries that no longer apply.'),
      ),
      grade_delta: optional(text('An earlier scorecard; the grade must not be worse.')),
      allow_calls: optional(
        list(
          'Tools that may be called as well, unless they are destructive.',
          text('The name of a tool.'),
          1,
        ),
      ),
      spec_version: optional(
        pattern(
          'The revision that the server must speak, such as 2025-11-25.',
          /^\d{4}-\d{2}-\d{2}$/,
          'expected a revision such as 2025-11-25',
        ),
      ),
      expect: optional(expectation),
      ...selection,
    })),
  ),
);

export interface RawComplianceCheck {
  check?: (typeof COMPLIANCE_CHECKS)[number];
  checks?: string[];
  grade?: (typeof GRADES)[number];
  baseline?: string;
  grade_delta?: string;
  allow_calls?: string[];
  spec_version?: string;
}
