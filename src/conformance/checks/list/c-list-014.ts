import { ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { judgePages } from '../../judge/pages.js';

export const cList014 = check({
  id: 'C-LIST-014',
  title: 'a page does not repeat the one before',
  level: 'SHOULD',
  spec: 'server/utilities/pagination#pagination-model',
  fix: 'Begin each page where the cursor says.',
  run: (world) =>
    judgePages(
      world,
      ({ pages, key, method }) => {
        const texts = pages.map(({ reply }) => JSON.stringify(ownValue(ownValue(reply, 'result'), key)));
        const repeats = texts.some((text, at) => at > 0 && text !== '[]' && text === texts[at - 1]);
        return repeats ? `${method} gave the same page twice` : undefined;
      },
      'none does',
    ),
});
