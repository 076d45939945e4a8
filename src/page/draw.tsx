/** Every script of a page: reads the data of the document and draws it. */
import { type ComponentType, render } from 'preact';
import { Guard } from './broken.js';
import { type Route, useRoute } from './route.js';

export function drawPage<Data>(View: ComponentType<{ data: Data; route: Route }>): void {
  const text = document.getElementById('data')?.textContent;
  const root = document.getElementById('app');
  if (!text || !root) return;
  const data = JSON.parse(text) as Data;
  root.textContent = '';
  const Page = () => (
    <Guard>
      <View data={data} route={useRoute()} />
    </Guard>
  );
  render(<Page />, root);
}
