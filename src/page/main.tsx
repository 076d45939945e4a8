/** The script of every page: reads the data of the document and draws it. */
import { render } from 'preact';
import { App } from './app.js';
import type { PageData } from './page-data.js';

const data = JSON.parse(document.getElementById('data')!.textContent!) as PageData;
const root = document.getElementById('app')!;
root.textContent = '';
render(<App data={data} />, root);
