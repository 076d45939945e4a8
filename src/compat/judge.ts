/** A catalogue against what is known of clients: for each client what becomes of each tool. Pure. */
import type { Catalog } from '../types/catalog.js';
import type {
  Client,
  ClientFact,
  ClientReport,
  CompatFinding,
  CompatHit,
  CompatSubject,
  CompatVerdict,
  SearchReport,
  ToolAnswer,
} from '../types/compat.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';
import { nameOf } from './input-schema.js';
import { presentNames } from './present-names.js';
import { COMPAT_RULES } from './registry.js';
import { searchTools } from './search-tools.js';

export const VERDICTS: readonly CompatVerdict[] = ['works', 'degraded', 'dropped', 'error'];

const RULES = new Map(COMPAT_RULES.map((rule) => [rule.id, rule]));
/** Of one client and one rule; more tell nobody anything new. */
const MAX_HITS = 500;
const MAX_MESSAGE = 400;

export interface JudgeOptions {
  /** The server's name in the client's settings. */
  server: string;
  /** All that are known, for those that stand inside others. */
  clients: readonly Client[];
  answer?: ToolAnswer;
  countTokens?: (text: string) => number;
}

export function isWorse(one: CompatVerdict, two: CompatVerdict): boolean {
  return VERDICTS.indexOf(one) > VERDICTS.indexOf(two);
}

export function worstOf(verdicts: Iterable<CompatVerdict>): CompatVerdict {
  let worst: CompatVerdict = 'works';
  for (const verdict of verdicts) if (isWorse(verdict, worst)) worst = verdict;
  return worst;
}

/** The facts by which tools can be judged, those of the client inside among them. */
export function judgingFacts(client: Client, clients: readonly Client[]): ClientFact[] {
  const inner = clients.find(({ id }) => id === client.embeds);
  const own = client.facts.filter(({ rule }) => rule !== undefined);
  const told = new Set(own.map(({ rule }) => rule));
  const inherited = (inner?.facts ?? []).filter(
    ({ rule, about }) =>
      rule !== undefined &&
      (about === 'list' || about === 'results') &&
      !told.has(rule) &&
      !client.tolerates?.includes(rule),
  );
  return [
    ...own,
    ...inherited.map(
      (fact): ClientFact => ({
        ...fact,
        says: `${fact.says} (${inner?.name} inside it)`,
        confidence: lessSure(fact),
        // A program may call tools past the checks of the client inside it.
        state: fact.about === 'results' ? 'unproven' : fact.state,
      }),
    ),
  ];
}

function lessSure({ confidence }: ClientFact): ClientFact['confidence'] {
  return confidence === 'measured' ? 'code' : confidence;
}

export function judgeClient(catalog: Catalog, client: Client, options: JudgeOptions): ClientReport {
  const subject: CompatSubject = {
    catalog,
    server: options.server,
    names: presentNames(client.view, options.server, catalog.tools),
    answer: options.answer,
    countTokens: options.countTokens,
  };
  const findings = judgingFacts(client, options.clients).flatMap((fact) => findingsOf(fact, subject, client));
  findings.sort(byWeight);
  return omitUndefined({
    client: client.id,
    name: client.name,
    kind: client.kind,
    verdict: worstOf(findings.map(({ verdict }) => verdict)),
    tools: verdictsOf(catalog, findings),
    findings,
    search: searchOf(catalog, client),
  });
}

/** To which tools it happens. */
export function hitsOf(fact: ClientFact, subject: CompatSubject): CompatHit[] {
  const limit = fact.limit ?? {};
  // A limit that drops tools drops those behind it; any other is about the list.
  const asked = fact.rule === 'CLI-007' && fact.effect === 'dropped' ? { ...limit, each: true } : limit;
  return RULES.get(fact.rule ?? '')?.check(subject, asked) ?? [];
}

function findingsOf(fact: ClientFact, subject: CompatSubject, client: Client): CompatFinding[] {
  const rule = RULES.get(fact.rule ?? '');
  if (rule === undefined || fact.effect === undefined) return [];
  const maybe = isDoubtful(fact);
  return hitsOf(fact, subject)
    .slice(0, MAX_HITS)
    .map((hit) =>
      omitUndefined<CompatFinding>({
        rule: rule.id,
        tool: toolOf(hit, subject),
        verdict: maybe ? 'degraded' : (fact.effect as CompatFinding['verdict']),
        maybe: maybe ? true : undefined,
        takes_all: fact.takes_all && !maybe ? true : undefined,
        pointer: hit.pointer,
        message: clip(oneLine(`${hit.message}; ${client.name} ${fact.says}`), MAX_MESSAGE),
        fix: rule.fix,
        limit: fact.limit,
        when: fact.when,
        confidence: fact.confidence,
        date: fact.date,
        source: fact.source,
        state: fact.state,
      }),
    );
}

/** What is outdated, unproven, hearsay, or depends on what nobody told us, is never an error. */
export function isDoubtful({ state, confidence, when }: ClientFact): boolean {
  return state !== undefined || confidence === 'hearsay' || when !== undefined;
}

function toolOf({ tool }: CompatHit, { catalog }: CompatSubject): string | undefined {
  const definition = tool === undefined ? undefined : catalog.tools[tool];
  return definition === undefined || tool === undefined ? undefined : nameOf(definition, tool);
}

function byWeight(one: CompatFinding, two: CompatFinding): number {
  const weight = ({ verdict, maybe }: CompatFinding): number =>
    VERDICTS.indexOf(verdict) * 2 - (maybe ? 1 : 0);
  return weight(two) - weight(one);
}

/** A tool is worth what its worst finding says; one that takes all down is everybody's. */
function verdictsOf(catalog: Catalog, findings: readonly CompatFinding[]): ClientReport['tools'] {
  const fatal = findings.find(({ takes_all, verdict }) => takes_all && verdict === 'error');
  const byTool = new Map<string, CompatVerdict>();
  let ofAll: CompatVerdict = 'works';
  for (const { tool, verdict } of findings) {
    if (tool === undefined) ofAll = worstOf([ofAll, verdict]);
    else byTool.set(tool, worstOf([byTool.get(tool) ?? 'works', verdict]));
  }
  return catalog.tools.map((definition, place) => {
    const tool = nameOf(definition, place);
    const own = worstOf([byTool.get(tool) ?? 'works', ofAll]);
    if (fatal === undefined || own === 'error') return { tool, verdict: own };
    return { tool, verdict: 'error', because_of: fatal.tool ?? 'the list' };
  });
}

function searchOf({ tools }: Catalog, { search }: Client): SearchReport | undefined {
  if (search === undefined || tools.length === 0) return undefined;
  const { k, fields, kinds } = search;
  return { k, fields, by: kinds.map((kind) => ({ kind, ...searchTools(tools, { kind, k, fields }) })) };
}
