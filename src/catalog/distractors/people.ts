import type { ToolLine } from './tool-line.js';

export const people: ToolLine[] = [
  [
    'request_vacation',
    'Asks for days off. Returns the id of the request and the days left.',
    'from! string: First day as YYYY-MM-DD.',
    'until! string: Last day as YYYY-MM-DD.',
    'note string: Words for the manager.',
  ],
  [
    'get_payslip',
    'Gets the payslip of a month. Returns gross, net and deductions.',
    'month! string: Month as YYYY-MM.',
  ],
  [
    'list_job_openings',
    'Lists open positions of a company. Returns title, place and link of each.',
    'department string: Name of the department.',
    'remote boolean: Remote positions only.',
  ],
  [
    'show_org_chart',
    'Shows who reports to whom. Returns a tree of names and titles.',
    'root! string: Name of the person at the top.',
    'depth integer(1..6): Levels to show.',
  ],
  [
    'submit_expense_report',
    'Hands in a travel expense report. Returns its number and who must approve.',
    'purpose! string: Reason of the trip.',
    'receipts! string[]: Ids of the receipts.',
  ],
  [
    'screen_resume',
    'Compares a CV with a job description. Returns matching and missing skills.',
    'resume_url! string: Address of the CV.',
    'job_id! string: Id of the position.',
  ],
  [
    'log_working_hours',
    'Books working hours on a project. Returns the hours of the week.',
    'project! string: Name of the project.',
    'hours! number(0..24): Hours to book.',
    'date string: Day as YYYY-MM-DD.',
  ],
  [
    'run_pulse_survey',
    'Sends a short survey to a team. Returns the id of the survey and its end.',
    'team! string: Name of the team.',
    'questions! string[]: Questions to ask.',
  ],
  [
    'order_name_badge',
    'Orders a badge for a visitor or new colleague. Returns when it can be fetched.',
    'name! string: Name to print.',
    'office! string: Office that issues it.',
  ],
];
