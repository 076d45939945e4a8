/**
 * Warnings for a model that is about to read tool definitions: the rules about poisoned text, one line
 * each, at most 160 characters, nothing hidden, at most 40 characters of the text in question. They
 * never block anything.
 */
import type { Catalog } from '../types/catalog.js';
import { lintCatalog } from './engine.js';

const RULES = ['SEC-001', 'SEC-002', 'SEC-003', 'SEC-004', 'SEC-005', 'SEC-006', 'SEC-008'];

export interface DescriptionWarning {
  /** Empty for prompts, resources and instructions. */
  tool: string;
  rule: string;
  summary: string;
}

/** In the order of the catalogue; empty when it is clean. */
export function descriptionWarnings(catalog: Catalog): DescriptionWarning[] {
  const { findings } = lintCatalog([catalog], { rules: RULES, severity: 'info' });
  return findings.map(({ rule, tool = '', message }) => ({ tool, rule, summary: message }));
}
