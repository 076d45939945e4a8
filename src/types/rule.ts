/**
 * A lint rule: one numbered check over a catalogue, with the words of its documentation page and the
 * samples that prove it. A rule is pure, never throws on any JSON, and reads a text of any size in
 * linear time.
 */
import type { Catalog, ToolDef } from './catalog.js';
import type { Finding } from './envelope.js';
import type { InputObject, SchemaNode } from './schema-node.js';

export type Severity = Finding['severity'];

/** A hit before the engine adds rule, server and tool, and makes the text safe to show. */
export interface RuleHit {
  /** RFC 6901, into the tool definition; into the catalogue when there is no tool. */
  pointer: string;
  message: string;
  /** Where the rule's own `fix` can be put more exactly. */
  suggestion?: string;
  /** Raw text; the engine cuts it to 40 characters and makes hidden characters visible. */
  excerpt?: string;
  /** Where this hit is worse or milder than the rule's default. */
  severity?: Severity;
  /** For rules over a catalogue: the tool that is meant, by its place in `catalog.tools`. */
  tool?: number;
}

/** An argument of a tool at any depth, with `$ref` followed. */
export interface Parameter {
  name: string;
  /** As it stands in the definition. */
  schema: unknown;
  /** With `$ref` followed and a nullable wrapper taken off. */
  resolved: Record<string, unknown>;
  /** Listed in `required`, as is everything around it. */
  required: boolean;
  /** 1 for the tool's own arguments. */
  depth: number;
  /** Trimmed; empty when there is none. */
  description: string;
  pointer(): string;
}

/** What many rules need to know of a tool, worked out once. */
export interface ToolView {
  /** Trimmed; empty when there is none or it is no string. */
  description: string;
  /** False for text that the English-only rules leave alone. */
  readonly english: boolean;
  /** Every argument, outer ones first. */
  readonly parameters: Parameter[];
  /** Every schema inside the input schema, in the order of a walk. */
  readonly nodes: SchemaNode[];
  /** The objects among them that the tool takes as input. */
  readonly objects: InputObject[];
}

export interface RuleContext {
  /** The catalogue under the check. */
  catalog: Catalog;
  /** Every catalogue of this lint, for rules that look across servers. */
  catalogs: readonly Catalog[];
  view(tool: ToolDef): ToolView;
}

/** One tool, or whole catalogues where a rule needs neighbours. */
export type RuleSample = ToolDef | Catalog[];

interface RuleBase {
  /** `DESC-001`; never used again once retired. */
  id: string;
  /** Kebab-case. */
  name: string;
  severity: Severity;
  /** The version that brought it. */
  since: string;
  /** What makes it fire, in one or two sentences. */
  triggers: string;
  /** Why it matters, one paragraph. */
  rationale: string;
  /** What to do about it. */
  fix: string;
  /** Fires. */
  bad: RuleSample;
  /** Does not fire. */
  good: RuleSample;
}

export interface ToolRule extends RuleBase {
  scope: 'tool';
  check(tool: ToolDef, context: RuleContext): RuleHit[];
}

export interface CatalogRule extends RuleBase {
  scope: 'catalog';
  check(catalog: Catalog, context: RuleContext): RuleHit[];
}

export type Rule = ToolRule | CatalogRule;

/** A finding that the team has looked at and lives with. */
export interface Suppression {
  rule: string;
  /** At least one of the three names the subject. */
  server?: string;
  tool?: string;
  pointer?: string;
  reason: string;
}

/** `rules:` of a suite, or `.mcptest/rules.yml`. */
export interface RuleConfig {
  /** Rule id → severity, or `off`. */
  severity?: Record<string, Severity | 'off'>;
  suppress?: Suppression[];
}
