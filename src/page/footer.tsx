import { shown } from './words.js';

export function Footer({ version, runId, what }: { version: string; runId?: string; what: string }) {
  return (
    <footer>
      <p>
        {what} Made by mcptest {shown(version, 40)}
        {runId !== undefined && (
          <>
            {' '}
            from run <code>{shown(runId, 64)}</code>
          </>
        )}
        . It sends no requests and contains everything that it shows. Press <kbd>?</kbd> for keys.
      </p>
    </footer>
  );
}
