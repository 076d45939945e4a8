import { Command } from 'commander';
import { didYouMean } from '../../util/did-you-mean.js';
import { McptestError } from '../../util/errors.js';
import { outputOption } from '../options.js';
import { printOrWrite, reportStyle } from '../output/terminal.js';

export function docsCommand(): Command {
  return outputOption(new Command('docs'))
    .summary('show the page of a command, error, rule, metric, reporter or key')
    .description(
      'Show a page of the documentation in the terminal, from the installed package. A topic is a command, an error code, a rule, a check of conformance, a metric, a reporter, a key of suites, or the name of a page. Without one: where to begin.',
    )
    .argument('[topic...]', 'what the page is about')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], { output }: { output?: string }) => {
      const { docsFolder, findTopic, knownTopics } = await import('./find-page.js');
      const { showPage } = await import('./show-page.js');
      const folder = docsFolder();
      const topic = words.join(' ');
      const [first, ...others] = findTopic(folder, topic);
      if (first === undefined) throw unknownTopic(topic, knownTopics(folder));
      const also = others.map(({ kind, page }) => `\nAlso a ${kind}: docs/${page}`).join('');
      const text = showPage(first.text, reportStyle(output));
      await printOrWrite(`${text}${also}\nFrom docs/${first.page}\n`, output);
    });
}

function unknownTopic(topic: string, known: string[]): McptestError {
  const near = didYouMean(topic, known);
  return new McptestError({
    code: 'unknown-topic',
    message: `no page is about ${JSON.stringify(topic)}`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}\`mcptest docs\` lists the pages.`,
  });
}

const EXAMPLES = `
Examples:
  $ mcptest docs                   # where to begin
  $ mcptest docs no-suite          # an error code
  $ mcptest docs DESC-001          # a rule
  $ mcptest docs tool_selection    # a metric
  $ mcptest docs mutate            # a command
  $ mcptest docs before_each       # a key of a suite
`;
