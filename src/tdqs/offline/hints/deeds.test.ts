/** What counts as a deed of the tool, and what only looks like one: texts beside hints that they deny, or do not. */
import { expect, it } from 'vitest';
import { contextSignals } from '../../signals.js';
import { contradiction } from './contradiction.js';

const HINTS = {
  readOnly: { readOnlyHint: true },
  harmless: { readOnlyHint: false, destructiveHint: false },
  closed: { openWorldHint: false },
  idempotent: { idempotentHint: true },
};

/** The sentence that denies the hint. */
function denied(hint: keyof typeof HINTS, text: string): string | undefined {
  const signals = contextSignals({ name: 'do_it', description: text, annotations: HINTS[hint] });
  return contradiction(text, signals)?.justification;
}

it.each<[keyof typeof HINTS, string]>([
  ['readOnly', 'Marks an invoice as paid.'],
  ['readOnly', 'Looks up an invoice. It then marks it as paid.'],
  ['readOnly', 'This will mark the message as read.'],
  ['readOnly', 'Mark as done whatever job is named.'],
  ['readOnly', 'Sets the status of a ticket to closed.'],
  ['readOnly', 'Turns the lamp off.'],
  ['readOnly', 'Switches the light to red.'],
  ['readOnly', 'Adds a guest to the list.'],
  ['readOnly', 'Cancels a booking.'],
  ['readOnly', 'Moves the card to another column.'],
  ['readOnly', 'Closes the issue with a note.'],
  ['readOnly', 'Reads a page and saves it to a file.'],
  ['readOnly', 'Flags the account as closed.'],
  ['harmless', 'Overwrites the file.'],
  ['harmless', 'Writes a line. An existing file is overwritten.'],
  ['harmless', 'Writes a file and overwrites what was there.'],
  ['harmless', 'Creates or overwrites a record.'],
  ['harmless', 'Replaces the entire content of a note.'],
  ['harmless', 'Saves the plan; the old plan is lost.'],
  ['harmless', 'Writes a note, replacing the whole previous text.'],
  ['harmless', 'Empties the bin.'],
  ['closed', 'Posts to the channel.'],
  ['closed', 'Posts a message to Harbourchat.'],
  ['closed', 'Sends the text to an external API.'],
  ['closed', 'Sends an email to the skipper.'],
  ['closed', 'Emails the report to a skipper.'],
  ['closed', 'Notifies the subscribers.'],
  ['closed', 'Calls an external service for the tide.'],
  ['closed', 'Uploads the picture to the cloud.'],
  ['idempotent', 'Adds a note. Each call adds another.'],
  ['idempotent', 'Creates a task; calling it twice creates two.'],
  ['idempotent', 'Adds a row. A second call adds another row.'],
  ['idempotent', 'Creates a new ticket every time.'],
  ['idempotent', 'Charges the card again if it is called twice.'],
  ['idempotent', 'Not safe to repeat: a retry books a second seat.'],
  ['idempotent', 'Increments the counter by one.'],
  ['idempotent', 'Toggles the lamp.'],
])('%s is denied by %j', (hint, text) => {
  expect(denied(hint, text)).toMatch(/describes .*, while .* is (?:true|false)\./);
});

it.each<[keyof typeof HINTS, string]>([
  ['readOnly', 'Gets invoices that are marked as paid.'],
  ['readOnly', 'Adds two numbers.'],
  ['readOnly', 'Shows how a skipper reads the log and deletes old rows.'],
  ['readOnly', 'Enables you to search ferries.'],
  ['readOnly', 'Enables quick answers for skippers.'],
  ['readOnly', 'Sets out how a loan works.'],
  ['readOnly', 'Store hours of a shop.'],
  ['readOnly', 'Saves time when looking up boats.'],
  ['readOnly', 'Install counts of a package.'],
  ['readOnly', 'Marks up text as HTML.'],
  ['readOnly', 'Compares two texts and marks the differences.'],
  ['readOnly', 'Closes the current tide session.'],
  ['readOnly', 'This tool can unlock any page.'],
  ['harmless', 'Writes text to a file without overwriting anything.'],
  ['harmless', 'Fails instead of overwriting a file.'],
  ['harmless', 'Never overwrites a file.'],
  ['harmless', 'The default is overwritten by `mode`.'],
  ['harmless', 'Settings can be overwritten by the environment.'],
  ['harmless', 'Replaces placeholders in a text.'],
  ['closed', 'Sends the query to the local database.'],
  ['closed', 'Does not send anything to an external API.'],
  ['closed', 'Sends keys to the window.'],
  ['closed', 'Writes to the log channel.'],
  ['closed', 'Posts entries to the ledger.'],
  ['idempotent', 'Sets the title. A second call changes nothing.'],
  ['idempotent', 'Calling it twice does not create two.'],
  ['idempotent', 'Returns a new page on every call.'],
  ['idempotent', 'Repeating a call is safe.'],
])('%s is not denied by %j', (hint, text) => {
  expect(denied(hint, text)).toBeUndefined();
});
