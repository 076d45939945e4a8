import { expect, test } from 'vitest';
import { formsOf } from '../words/verb-forms.js';
import { VERBS } from '../words/verbs.js';
import { isEnglish } from './english.js';

test.each([
  ['Get the weather of a city', true],
  ['Close issue', true],
  ['Convert café names to ASCII for the search', true],
  ['Obtiene el clima de una ciudad', false],
  ['Ruft das Wetter in einer Stadt ab', false],
  ['Récupère la météo de la ville', false],
  ['Obter dados sísmicos recentes', false],
  ['获取城市的天气', false],
  ['Получить погоду', false],
  ['', false],
  ['12 / 34', false],
])('%j', (text, english) => {
  expect(isEnglish(text)).toBe(english);
});

test('there are verbs enough, each once, and their forms are spelt right', () => {
  const verbs = VERBS.split(/\s+/).filter((verb) => verb !== '');
  expect(verbs.length).toBeGreaterThanOrEqual(250);
  expect(new Set(verbs).size).toBe(verbs.length);
  expect(formsOf('search')).toEqual(['search', 'searches', 'searching', 'searched']);
  expect(formsOf('delete')).toEqual(['delete', 'deletes', 'deleting', 'deleted']);
  expect(formsOf('modify')).toEqual(['modify', 'modifies', 'modifying', 'modified']);
  expect(formsOf('submit')).toEqual(expect.arrayContaining(['submits', 'submitting', 'submitted']));
  expect(formsOf('echo')).toContain('echoes');
});
