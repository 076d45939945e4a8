/** Which shapes a suite is checked with: those of agent tests are loaded only where it has such tests. */
import { isObject, ownValue } from '../util/plain.js';
import { PLAIN_TYPES } from './entries.js';
import { type Language, plainLanguage } from './language.js';

/** `suite` with its imports and the chosen profile; `profiles` are checked whether chosen or not. */
export async function chooseLanguage(suite: Record<string, unknown>, profiles: unknown): Promise<Language> {
  const others = isObject(profiles) ? Object.values(profiles) : [];
  if (![suite, ...others].some(mentionsAgents)) return plainLanguage;
  const { fullLanguage } = await import('./agent-language.js');
  return fullLanguage;
}

const KEYS = ['agents', 'models', 'faults', 'evals', 'scorers', 'calibration'];

/** Variables are not filled in yet, so whatever is not surely another test may be one of an agent. */
function mentionsAgents(map: unknown): boolean {
  const tests = ownValue(map, 'tests');
  if (KEYS.some((key) => ownValue(map, key) !== undefined)) return true;
  return tests !== undefined && !(Array.isArray(tests) && tests.every(isPlainTest));
}

function isPlainTest(test: unknown): boolean {
  return PLAIN_TYPES.includes(ownValue(test, 'type'));
}
