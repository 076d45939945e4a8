import { expect, it } from 'vitest';
import { proseHtml } from './escape-html.js';

it('sets code between backticks, and nothing else, as code', () => {
  expect(proseHtml('Write `"properties": {}`.')).toBe('Write <code>&quot;properties&quot;: {}</code>.');
  expect(proseHtml('`<b onclick=x>` & <i>')).toBe('<code>&lt;b onclick=x&gt;</code> &amp; &lt;i&gt;');
  expect(proseHtml('one ` alone')).toBe('one ` alone');
});
