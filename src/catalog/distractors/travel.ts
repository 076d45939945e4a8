import type { ToolLine } from './tool-line.js';

export const travel: ToolLine[] = [
  [
    'search_flights',
    'Searches flights between two airports. Returns carrier, times, stops and fare of each.',
    'from! string: Airport code, e.g. LIS.',
    'to! string: Airport code.',
    'date! string: Day of departure as YYYY-MM-DD.',
    'cabin enum(economy|business|first): Cabin class.',
  ],
  [
    'book_hotel',
    'Reserves a hotel room. Returns the booking code and the terms of cancellation.',
    'hotel_id! string: Id of the hotel.',
    'check_in! string: Day as YYYY-MM-DD.',
    'nights! integer(1..60): Number of nights.',
  ],
  [
    'get_flight_status',
    'Tells whether a flight is on time. Returns gate, delay and expected arrival.',
    'flight! string: Flight number, e.g. TP123.',
    'date string: Day as YYYY-MM-DD.',
  ],
  [
    'check_visa_rules',
    'Tells whether a traveller needs a visa. Returns the kind of visa and the length of stay allowed.',
    'nationality! string: Two-letter country code.',
    'destination! string: Two-letter country code.',
  ],
  [
    'search_train_tickets',
    'Searches train connections and fares. Returns departure, changes and price of each.',
    'from! string: Station to leave from.',
    'to! string: Station to arrive at.',
    'date! string: Day as YYYY-MM-DD.',
  ],
  [
    'rent_car',
    'Offers rental cars at a place. Returns class, price a day and deposit of each.',
    'place! string: Airport or town.',
    'from! string: First day as YYYY-MM-DD.',
    'days! integer(1..90): Number of days.',
  ],
  [
    'build_packing_list',
    'Suggests what to pack for a trip. Returns a list grouped by kind of item.',
    'destination! string: Where the trip goes.',
    'days! integer(1..90): Number of days.',
    'activities string[]: Planned activities.',
  ],
  [
    'find_travel_insurance',
    'Compares travel insurance for a trip. Returns cover and price of each offer.',
    'destination! string: Two-letter country code.',
    'days! integer(1..365): Number of days.',
    'travellers integer(1..12): Number of travellers.',
  ],
  [
    'list_city_sights',
    'Lists the sights of a city worth seeing. Returns opening hours and entry fee of each.',
    'city! string: Name of the city.',
    'theme enum(art|history|nature|family): Theme of the visit.',
  ],
];
