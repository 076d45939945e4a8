import type { ToolLine } from './tool-line.js';

export const calendar: ToolLine[] = [
  [
    'create_calendar_event',
    'Adds an event to a calendar. Returns the id of the event and its link.',
    'title! string: Title of the event.',
    'start! string: Start as an ISO 8601 time.',
    'end! string: End as an ISO 8601 time.',
    'attendees string[]: E-mail addresses to invite.',
  ],
  [
    'find_free_slot',
    'Finds a time at which all people are free. Returns up to five slots, earliest first.',
    'people! string[]: E-mail addresses.',
    'minutes! integer(5..480): Length of the meeting.',
  ],
  [
    'cancel_meeting',
    'Cancels a meeting and tells the guests. Returns who was told.',
    'meeting_id! string: Id of the meeting.',
    'note string: Words for the guests.',
  ],
  [
    'list_public_holidays',
    'Lists the public holidays of a country. Returns date and name of each.',
    'country! string: Two-letter country code.',
    'year! integer(1900..2100): Calendar year.',
  ],
  [
    'set_reminder',
    'Sets a reminder for later. Returns the reminder id and when it will ring.',
    'text! string: What to be reminded of.',
    'when! string: ISO 8601 time.',
  ],
  [
    'convert_time_zone',
    'Converts a time between time zones. Returns the local time and the offset.',
    'time! string: ISO 8601 time.',
    'to_zone! string: Zone name, e.g. Asia/Tokyo.',
  ],
  [
    'book_meeting_room',
    'Reserves a meeting room in an office. Returns the room and the booking number.',
    'office! string: Name of the office.',
    'start! string: ISO 8601 time.',
    'seats integer(1..100): Seats needed.',
  ],
  [
    'count_working_days',
    'Counts the working days between two dates. Returns the number without weekends and holidays.',
    'from! string: First day as YYYY-MM-DD.',
    'to! string: Last day as YYYY-MM-DD.',
    'country string: Two-letter country code for the holidays.',
  ],
  [
    'get_daily_agenda',
    'Reads the agenda of one day. Returns the events in order with place and guests.',
    'date! string: Day as YYYY-MM-DD.',
  ],
];
