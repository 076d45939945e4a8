import type { ToolLine } from './tool-line.js';

export const money: ToolLine[] = [
  [
    'convert_currency',
    'Converts an amount between two currencies at the rate of the day. Returns the amount and the rate.',
    'amount! number: Amount to convert.',
    'from! string: Currency code to convert from, e.g. EUR.',
    'to! string: Currency code to convert to, e.g. JPY.',
  ],
  [
    'get_stock_quote',
    'Gets the last traded price of a share. Returns price, change and volume.',
    'symbol! string: Ticker symbol, e.g. ACME.',
  ],
  [
    'calculate_loan_payment',
    'Works out the monthly payment of a loan. Returns the payment and the total interest.',
    'principal! number: Amount borrowed.',
    'annual_rate! number(0..100): Interest a year in percent.',
    'months! integer(1..600): Term in months.',
  ],
  [
    'list_bank_transactions',
    'Lists the bookings of a bank account, newest first. Returns date, payee and amount of each.',
    'account_id! string: Account number.',
    'since string: First day as YYYY-MM-DD.',
    'limit integer(1..200): Most bookings to return.',
  ],
  [
    'estimate_income_tax',
    'Estimates the income tax of a year. Returns tax, effective rate and allowances used.',
    'gross_income! number: Income before tax.',
    'country! string: Two-letter country code.',
  ],
  [
    'create_invoice',
    'Creates a draft invoice for a customer. Returns the invoice number and a link to the draft.',
    'customer! string: Name of the customer.',
    'amount! number: Net amount.',
    'due_date string: Day as YYYY-MM-DD.',
  ],
  [
    'split_bill',
    'Divides a restaurant bill among guests, tip included. Returns what each guest pays.',
    'total! number: Amount of the bill.',
    'guests! integer(1..50): Number of guests.',
    'tip_percent number(0..100): Tip in percent.',
  ],
  [
    'get_exchange_rate_history',
    'Gets the daily rates of a currency pair. Returns one rate for each trading day.',
    'pair! string: Two currency codes, e.g. EURUSD.',
    'days integer(1..365): How many days back.',
  ],
  [
    'categorise_expense',
    'Suggests the bookkeeping category of an expense. Returns the category and how sure it is.',
    'description! string: Text of the receipt.',
    'amount number: Amount paid.',
  ],
];
