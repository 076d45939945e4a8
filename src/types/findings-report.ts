/** Findings as `lint` and `security` report them; every format is rendered from this. */
import type { Catalog } from './catalog.js';
import type { Finding } from './envelope.js';

export interface FindingsReport {
  findings: Finding[];
  summary: Record<Finding['severity'], number>;
  /** How many tools were checked. */
  tools: number;
  tokens?: { total: number; by_tool: Record<string, number> };
}

/** Where a finding stands in a file of the user. */
export interface FindingPlace {
  file: string;
  line: number;
}

/** What formats need of a rule. */
export interface RuleText {
  id: string;
  name: string;
  triggers: string;
  fix: string;
}

export interface FindingsOptions {
  /** `lint` or `security`, for headings. */
  command: string;
  color: boolean;
  width: number;
  /** Of mcptest, for SARIF. */
  version: string;
  rules: readonly RuleText[];
  place(finding: Finding): FindingPlace | undefined;
  /** What was looked at, for a page that shows findings where they are. */
  catalogs?: readonly Catalog[];
}

export type FindingsFormat = (report: FindingsReport, options: FindingsOptions) => string;
