/** Reads a saved run: checks version and shape, and lifts older versions to the current one. */
import type { RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { arrange } from './arrange.js';
import { spreadCatalogs } from './blobs.js';
import { claimsTooMuch } from './build.js';
import { ENVELOPE_SCHEMA, ENVELOPE_SCHEMA_URL, ENVELOPE_VERSION } from './schema.js';
import { upgradeFrom1 } from './upgrade-from-1.js';
import { firstFault } from './validate.js';

/** Turns an envelope of one version into the next. */
export type EnvelopeUpgrader = (old: Record<string, unknown>) => Record<string, unknown>;

/** By the version they start from. */
const UPGRADERS: Record<number, EnvelopeUpgrader> = { 1: upgradeFrom1 };

export function readEnvelope(text: string, file: string): RunEnvelope {
  const value = upgrade(parse(text, file), file);
  const fault = firstFault(value, ENVELOPE_SCHEMA);
  if (fault) throw invalid(file, fault);
  const envelope = arrange(value, ENVELOPE_SCHEMA) as RunEnvelope;
  if (claimsTooMuch(envelope))
    throw invalid(file, 'it says that it passed, and holds what did not, so it was changed afterwards');
  return spreadCatalogs(envelope);
}

function parse(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new McptestError({
      code: 'envelope-not-json',
      message: `${file} is not JSON${text.trim() === '' ? ': it is empty' : ''}`,
      hint: 'A saved run is what `mcptest run --reporter json --output run.json` writes.',
      cause,
    });
  }
  if (!isObject(value)) throw invalid(file, 'the document: must be of type object');
  return value;
}

function upgrade(value: Record<string, unknown>, file: string): Record<string, unknown> {
  const version = ownValue(value, 'version');
  if (typeof version !== 'number' || !Array.isArray(ownValue(value, 'results'))) {
    throw invalid(file, 'it has no `version` and `results`');
  }
  if (version > ENVELOPE_VERSION) {
    throw new McptestError({
      code: 'envelope-newer',
      message: `${file} was written by a newer mcptest: envelope version ${version}, this one reads up to ${ENVELOPE_VERSION}`,
      hint: 'Update mcptest, or render the report with the version that made the run.',
    });
  }
  let current = value;
  for (let at = version; at < ENVELOPE_VERSION; at += 1) {
    const upgrader = Object.hasOwn(UPGRADERS, at) ? UPGRADERS[at] : undefined;
    if (!upgrader) throw invalid(file, `there is no envelope version ${at}`);
    current = { ...upgrader(current), $schema: ENVELOPE_SCHEMA_URL };
  }
  return current;
}

function invalid(file: string, fault: string): McptestError {
  return new McptestError({
    code: 'envelope-invalid',
    message: `${file} is not a run of mcptest: ${fault}`,
    hint: 'A saved run is what `mcptest run --reporter json --output run.json` writes.',
  });
}
