/** What is around every page: where one can go, and what this is. */
import type { ComponentChildren } from 'preact';

export function Frame({ alone, children }: { alone: boolean; children: ComponentChildren }) {
  if (alone)
    return (
      <>
        {children}
        <footer>
          <p>
            Made by mcptest tdqs stats. This file sends no requests and contains everything that it shows.
          </p>
        </footer>
      </>
    );
  return (
    <>
      <nav class="crumbs places" aria-label="registry">
        <a href="/">Servers</a>
        <a href="/tools">Tools</a>
        <a href="/stats">Figures</a>
        <a href="/openapi.json">API</a>
      </nav>
      {children}
      <footer>
        <p>
          Scores of tool definitions (TDQS), 1.0 to 5.0, by the judge that each page names. Names and
          descriptions are those of the servers and shown as text.
        </p>
      </footer>
    </>
  );
}
