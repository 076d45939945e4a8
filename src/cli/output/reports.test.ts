import { afterEach, expect, it } from 'vitest';
import { destinations } from './reports.js';

const { isTTY } = process.stdout;
afterEach(() => {
  process.stdout.isTTY = isTTY;
});

it.each([
  [true, ['html'], undefined, [{ reporter: 'html', path: 'mcptest-report.html' }]],
  [false, ['html'], undefined, [{ reporter: 'html', path: undefined }]],
  [true, ['html'], 'page.html', [{ reporter: 'html', path: 'page.html' }]],
  [true, ['html=a.html'], undefined, [{ reporter: 'html', path: 'a.html' }]],
  [true, ['json'], undefined, [{ reporter: 'json', path: undefined }]],
])('on a terminal (%s) %j and --output %s go to %j', (terminal, wanted, output, places) => {
  process.stdout.isTTY = terminal;
  expect(destinations(wanted, output)).toEqual(places);
});
