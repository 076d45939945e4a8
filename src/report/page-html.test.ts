/** What a page carries as data can neither end its element nor begin another one. */
import { expect, it } from 'vitest';
import { documentHtml } from './page-html.js';

it.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', '&lt;/script&gt;', '\u2028\u2029'])(
  'data and title with %j',
  (text) => {
    const page = documentHtml({
      data: { [text]: [text] },
      title: text,
      policy: "default-src 'none'",
      script: '',
    });
    const [, carried = ''] = page.split('<script type="application/json" id="data">');
    const json = carried.slice(0, carried.indexOf('</script>'));
    expect(json).not.toMatch(/[<>&]/);
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
    expect(page.split('<script')).toHaveLength(3);
    expect(page.split('</script')).toHaveLength(3);
  },
);
