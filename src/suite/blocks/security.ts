/** `security:` — looks for attacks in what servers offer, one row of the report for each server. */
import { block, choice, list, optional, text } from '../shape.js';

export const security = block(
  'Looks for attacks hidden in tools, prompts, resources and instructions. No tool is called.',
  () => ({
    fail_on: optional(
      choice('Fail on this severity and on worse ones; `high` unless given. `warning` means `low`.', [
        'critical',
        'high',
        'medium',
        'warning',
        'low',
        'info',
      ]),
    ),
    servers: optional(list('The servers to look at; all of the suite unless given.', text('A server.'))),
  }),
);
