/** `security:` — looks for attacks in what servers offer, one row of the report for each server. */
import { block, choice, list, optional, text } from '../shape.js';

export const security = block(
  'Looks for what an attacker could hide in tools, prompts, resources and instructions. No tool is called.',
  {
    fail_on: optional(
      choice('The mildest severity that fails; `high` unless given. `warning` is `low`.', [
        'critical',
        'high',
        'medium',
        'warning',
        'low',
        'info',
      ]),
    ),
    servers: optional(list('The servers to look at; all of the suite unless given.', text('A server.'))),
  },
);
