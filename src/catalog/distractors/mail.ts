import type { ToolLine } from './tool-line.js';

export const mail: ToolLine[] = [
  [
    'send_email',
    'Sends an e-mail from the signed-in mailbox. Returns the message id.',
    'to! string[]: Addresses of the recipients.',
    'subject! string: Subject line.',
    'body! string: Plain text of the message.',
  ],
  [
    'list_unread_messages',
    'Lists unread e-mails, newest first. Returns sender, subject and first words of each.',
    'folder string: Mail folder; the inbox when left out.',
    'limit integer(1..100): Most messages to return.',
  ],
  [
    'archive_thread',
    'Moves an e-mail conversation to the archive. Returns how many messages were moved.',
    'thread_id! string: Id of the conversation.',
  ],
  [
    'create_mail_filter',
    'Creates a rule that sorts incoming mail. Returns the id of the rule.',
    'from string: Sender to match.',
    'subject_contains string: Words in the subject.',
    'move_to! string: Target folder.',
  ],
  [
    'post_chat_message',
    'Posts a message to a team chat channel. Returns a link to the message.',
    'channel! string: Channel name.',
    'text! string: Text of the message.',
  ],
  [
    'set_out_of_office',
    'Turns on an automatic reply for a period. Returns the period and the text in use.',
    'from! string: First day as YYYY-MM-DD.',
    'until! string: Last day as YYYY-MM-DD.',
    'reply! string: Text of the reply.',
  ],
  [
    'look_up_contact',
    'Looks up a person in the address book. Returns phone, e-mail and postal address.',
    'name! string: Name or part of it.',
  ],
  [
    'schedule_sms',
    'Sends a text message at a later time. Returns the id of the planned message.',
    'phone! string: Number in international form.',
    'text! string: Text, 160 characters at most.',
    'send_at! string: ISO 8601 time.',
  ],
  [
    'unsubscribe_newsletter',
    'Ends the subscription to a mailing list. Returns whether the sender confirmed.',
    'sender! string: Address of the mailing list.',
  ],
];
