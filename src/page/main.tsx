/** The script of every page: reads the data of the document and draws it. */
import { render } from 'preact';
import { App } from './app.js';
import type { PageData } from './page-data.js';

const data = document.getElementById('data')?.textContent;
const root = document.getElementById('app');
if (data && root) {
  root.textContent = '';
  render(<App data={JSON.parse(data) as PageData} />, root);
}
