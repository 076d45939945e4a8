import { expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.js';

it('finds the word that was meant, letters that changed places included', () => {
  const names = ['html', 'junit', 'tap', 'pretty'];
  expect(didYouMean('htlm', names)).toBe('html');
  expect(didYouMean('junt', names)).toBe('junit');
  expect(didYouMean('lnit', ['init', 'lint'])).toBe('lint');
  expect(didYouMean('Pretty', names)).toBe('pretty');
});

it('is silent where nothing is near', () => {
  expect(didYouMean('sarif', ['html', 'tap'])).toBeUndefined();
  expect(didYouMean('json', ['tap'])).toBeUndefined();
  expect(didYouMean('x', [])).toBeUndefined();
});
