/** `coverage:` — how much of each server the suite must touch. */
import { block, optional, percent } from '../shape.js';

export const coverage = block('How much of what the servers offer must be tested.', () => ({
  tools: optional(percent('The share of tools that the tests must call, in percent.')),
}));
