/** `strength:` — how surely the suite must notice a broken server. */
import { block, optional, percent } from '../shape.js';

export const strength = block(
  'Whether the suite would notice a broken server: replies are changed and judged again.',
  () => ({
    min: optional(percent('The share of changed replies that the tests must notice, in percent.')),
  }),
);
