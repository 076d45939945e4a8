/** What is known of a tool before its description is read; made once for all readings of it. */
import { searchTerms } from '../../catalog/words.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ContextSignals, ToolSubject } from '../../types/tdqs.js';
import { ownValue } from '../../util/plain.js';
import { descriptionOf } from '../hard-gates.js';
import { toolName } from '../score-tool.js';
import {
  type Explanation,
  explanationsIn,
  type ParameterNames,
  parameterNames,
  parametersIn,
} from './explanations.js';
import { type TextWithoutPadding, withoutPadding } from './padding.js';
import { type Phrases, phrasesOf } from './repeated-schema.js';
import { schemaTerms } from './schema-terms.js';
import { type SchemaText, schemaTextOf } from './schema-text.js';
import { splitSentences } from './sentences.js';

/** A model has stopped reading long before. */
export const READ = 20_000;

export interface Background {
  name: string;
  nameTerms: string[];
  parameters: string[];
  parameterNames: ParameterNames;
  /** Documented in the schema. */
  documented: ReadonlySet<string>;
  description: string;
  /** The first sentence as it stands, to be quoted. */
  lead: string;
  /** The description without its padding: the readings of which the worst counts. */
  unpadded: TextWithoutPadding;
  /** What is said of parameters before any padding. */
  explanations: Explanation[];
  /** How many are documented in the schema, by their own text or named in another's, or explained in the description. */
  known: number;
  /** Every word of the schema that carries meaning. */
  schemaTerms: ReadonlySet<string>;
  schemaText: SchemaText;
  /** What the schema and the description have in common. */
  phrases: Phrases;
  siblings: readonly string[];
  signals: ContextSignals;
  tool: ToolDef;
}

export function backgroundOf({ tool, signals, siblings }: ToolSubject): Background {
  const name = toolName(tool);
  const description = (descriptionOf(tool) ?? '').trim();
  const schemaText = schemaTextOf(ownValue(tool, 'inputSchema'));
  const parameters = schemaText.parameters.map((one) => one.name);
  const names = parameterNames(parameters);
  const documented = new Set(
    schemaText.parameters.flatMap(({ name: one, said }) => (said.trim() === '' ? [] : [one])),
  );
  const unpadded = withoutPadding(description, schemaText);
  const explanations = explanationsIn(unpadded.readings[0] ?? description, names);
  const known = new Set([...documented, ...explanations.map(({ parameter }) => parameter)]);
  if (known.size < parameters.length) {
    // Else a copy of these texts in the description would explain more than they do in the schema.
    for (const { said } of schemaText.parameters)
      for (const parameter of parametersIn(said.slice(0, READ), names)) known.add(parameter);
  }
  return {
    name,
    nameTerms: searchTerms(name.slice(0, 500)),
    parameters,
    parameterNames: names,
    documented,
    description,
    lead: splitSentences(description.slice(0, READ))[0] ?? description,
    unpadded,
    explanations,
    known: known.size,
    schemaTerms: schemaTerms(schemaText.nodes),
    schemaText,
    phrases: phrasesOf(description.slice(0, READ), schemaText),
    siblings,
    signals,
    tool,
  };
}
