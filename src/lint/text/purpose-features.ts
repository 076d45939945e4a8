/** Where in a definition a sentence stands, and whether what it speaks of is what the tool is about. */
import { cachedHash, mix, OF_WHOLE, type OnFeature, slotOf } from './feature-hash.js';
import type { Sentence } from './sentences.js';
import { isAbout, type Topic } from './tool-topic.js';

export interface Setting {
  /** The field: `tool` and `argument` for their descriptions, otherwise the key that holds it. */
  field: string;
  /** The number of the sentence in its field. */
  index: number;
  /** The class of the verb in the name of the tool. */
  does: string;
  /** Empty where nothing is known of the tool but this sentence. */
  topic: Topic;
}

/** Of these it matters whether the tool is about them. */
const TELLING = new Set(
  'secret key private config context money sensor external shell send log hide delete alter bend weaken sell call tell drop we guard rights startup file output you user obey rank <secret-path> <url> <mail> <system-path> <name>'.split(
    ' ',
  ),
);
const SHORTEST_WORD = 4;
const SHARES = 4;
const LAST_INDEX = 2;

const hashField = cachedHash(1019);
const hashKind = cachedHash(1021);
const hashDoes = cachedHash(1061);
const hashOwn = cachedHash(1069);
const OTHER_TOOL = 1063;
const AT_HOME = 1031;
const FAR = 1033;
const SHARE = 1039;
const INDEX = 1049;
const NOTHING_AT_HOME = 1051;

export function emitPurpose(sentence: Sentence, setting: Setting, onFeature: OnFeature): void {
  const { field, index, topic } = setting;
  onFeature(slotOf(hashField(field)), OF_WHOLE, OF_WHOLE);
  onFeature(slotOf(mix(INDEX, Math.min(LAST_INDEX, index))), OF_WHOLE, OF_WHOLE);
  if (topic.length === 0) return;
  const { tokens } = sentence;
  let home = 0;
  let words = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    const { kind, word, forms, does } = tokens[i]!;
    const isHome = isAbout(topic, forms.stem, kind);
    if (word.length >= SHORTEST_WORD && !word.startsWith('<')) {
      words += 1;
      if (isHome) home += 1;
    }
    if (does !== undefined) {
      onFeature(slotOf(mix(hashDoes(does), OTHER_TOOL)), i, i);
      onFeature(slotOf(mix(hashDoes(does), hashOwn(setting.does))), i, i);
    }
    if (kind === undefined || !TELLING.has(kind)) continue;
    const where = isHome ? AT_HOME : FAR;
    onFeature(slotOf(mix(hashKind(kind), where)), i, i);
    onFeature(slotOf(mix(INDEX + Math.min(1, index), where)), i, i);
  }
  onFeature(slotOf(mix(SHARE, Math.round((SHARES * home) / Math.max(1, words)))), OF_WHOLE, OF_WHOLE);
  if (home === 0) onFeature(slotOf(NOTHING_AT_HOME), OF_WHOLE, OF_WHOLE);
}
