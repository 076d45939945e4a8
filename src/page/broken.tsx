/** What is shown in place of a run that cannot be shown. */
import { Component, type ComponentChildren } from 'preact';
import { shown } from './words.js';

export function Broken({
  title,
  message,
  hint,
}: {
  title: string;
  message: string;
  hint?: string | undefined;
}) {
  return (
    <main id="main" class="broken">
      <h1>{shown(title, 200)}</h1>
      <p>{shown(message, 1000)}</p>
      {hint !== undefined && <p class="dim">{shown(hint, 600)}</p>}
    </main>
  );
}

/** A run whose data are not what they should be must not leave an empty page. */
export class Guard extends Component<{ children: ComponentChildren }, { problem?: string }> {
  override state: { problem?: string } = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ problem: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    if (this.state.problem === undefined) return this.props.children;
    return (
      <Broken
        title="This run cannot be shown"
        message={`Its data are damaged: ${this.state.problem}`}
        hint="Render the report again from the saved run, with the version of mcptest that made it."
      />
    );
  }
}
