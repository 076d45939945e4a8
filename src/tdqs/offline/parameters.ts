/**
 * Parameters: what the text adds to the schema. A schema that documents more than 80 % is worth 3 by
 * itself; below that, text about undocumented parameters makes up for them, up to 3. Taking
 * documentation away, from the schema or from the text, never scores more.
 */
import { nearWords } from '../../catalog/near/near-words.js';
import type { JustifiedScore } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import type { Background } from './background.js';
import { quote, quoteFirst } from './cite.js';
import { parametersIn, tellingTerms } from './explanations.js';
import { isEveryday } from './plain-words.js';
import type { Reading } from './reading.js';
import { segmentsIn, unstoppedParts } from './sentences.js';
import type { Said } from './text/said.js';

/** Format, range, default, dependency: what a name and a type do not say. */
const DETAIL =
  /\d|\b(?:e\.g|for example|such as|must|format|either|default|optional|required|only|unless|if|when|instead|valid|accepts?|one of|or)\b|[`"'][^`"']+[`"']|[=:]/i;

export function parameterSemantics(reading: Reading): JustifiedScore {
  const { paramCount } = reading.background.signals;
  const { coverage, known } = reading.background;
  if (paramCount === 0) {
    return {
      score: 4,
      justification: `The tool takes no parameters, so ${reading.background.lead} has none to explain. That is worth 4 by itself.`,
    };
  }
  if (coverage > 80) return beyondSchema(reading, coverage);
  const explained = new Set(reading.background.explanations.map(({ parameter }) => parameter));
  const open = reading.background.parameters.length - known;
  const gap = `The schema documents ${coverage} % of ${plural(paramCount, 'parameter')}`;
  if (5 * known > 4 * paramCount) {
    return {
      score: 3,
      justification: `${gap}; the text explains ${explained.size} of them, so that ${open === 0 ? 'none stays' : `${open} stay`} open. ${quoteFirst(reading.background.explanations)} makes up for the schema.`,
    };
  }
  const rest = `${plural(open, 'parameter')} of ${paramCount} explained nowhere: ${reading.background.lead} does not make up for that.`;
  if (coverage >= 50) return { score: 3 * known >= 2 * paramCount ? 3 : 2, justification: `${gap}. ${rest}` };
  const some = 4 * known >= paramCount || paramCount === 1;
  return { score: some ? 2 : 1, justification: `${gap}. ${rest}` };
}

/** Only where the schema documents all of them: for others the text makes up, and that is not more than 3. */
function beyondSchema(reading: Reading, coverage: number): JustifiedScore {
  const { parameters, documented, described } = reading.background;
  // One that is documented only inside is explained by such a line, and that is what the 3 is for.
  const namedIn = (said: Said): string[] =>
    parametersIn(said, reading.background.parameterNames).filter((name) => described.has(name));
  const schema = `The schema documents ${coverage} % of the parameters, which is worth 3 by itself.`;
  // Lines and sentences as they stand: what is taken out of one must not change another.
  const about = segmentsIn(reading.whole)
    .flatMap(unstoppedParts)
    .filter(
      (said) =>
        namedIn(said).length > 0 &&
        DETAIL.test(withoutNames(said.text, reading.background)) &&
        hasNews(said, reading.background),
    );
  if (about.length > 0 && documented.size < parameters.length) {
    const left = plural(parameters.length - documented.size, 'parameter');
    return {
      score: 3,
      justification: `${schema} ${quote(about[0]!.text)} adds to it, which counts once ${left} more ${left.startsWith('1 ') ? 'has' : 'have'} a text in the schema.`,
    };
  }
  if (about.length === 0) {
    return { score: 3, justification: `${schema} ${reading.background.lead} adds no meaning to them.` };
  }
  const named = new Set(about.flatMap(namedIn));
  const most = named.size >= 3 || (named.size >= 2 && named.size === parameters.length);
  return {
    score: most ? 5 : 4,
    justification: `${schema} ${quote(about[0]!.text)} adds to it for ${named.size} of ${parameters.length}.`,
  };
}

/** A name in code marks is no detail. */
function withoutNames(text: string, { parameterNames }: Background): string {
  if (!/[`"']/.test(text)) return text;
  return text.replace(/[`"']([^`"'\n]{1,80})[`"']/g, (code, name: string) =>
    parameterNames.has(name.toLowerCase()) ? ' ' : code,
  );
}

/** Words that neither schema nor name have, and that can be said of a parameter. */
function hasNews({ text }: Said, { schemaTerms, nameTerms }: Background): boolean {
  const fresh = tellingTerms(text).filter(
    (term) => !schemaTerms.has(term) && !nameTerms.includes(term) && !isEveryday(term),
  );
  const strange = fresh.filter((term) => nearWords().use(term) === 'never').length;
  return fresh.length > 2 * strange;
}
