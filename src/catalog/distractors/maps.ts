import type { ToolLine } from './tool-line.js';

export const maps: ToolLine[] = [
  [
    'geocode_address',
    'Turns a postal address into coordinates. Returns latitude, longitude and how exact they are.',
    'address! string: Full postal address.',
  ],
  [
    'plan_route',
    'Plans a route between two places. Returns distance, time and the turns.',
    'origin! string: Where to start.',
    'destination! string: Where to go.',
    'mode enum(car|bike|foot): Means of travel.',
  ],
  [
    'find_nearby_places',
    'Finds shops and sights around a point. Returns name, kind and distance of each.',
    'latitude! number(-90..90): Latitude in degrees.',
    'longitude! number(-180..180): Longitude in degrees.',
    'kind string: Kind of place, e.g. pharmacy.',
    'radius_m integer(50..50000): Radius in metres.',
  ],
  [
    'get_elevation',
    'Reads the height above sea level of a point. Returns metres.',
    'latitude! number(-90..90): Latitude in degrees.',
    'longitude! number(-180..180): Longitude in degrees.',
  ],
  [
    'measure_distance',
    'Measures the distance between two places as the crow flies. Returns kilometres and miles.',
    'from! string: First place.',
    'to! string: Second place.',
  ],
  [
    'get_traffic_report',
    'Reports jams and closed roads along a motorway. Returns delay in minutes for each section.',
    'road! string: Number of the motorway, e.g. A7.',
  ],
  [
    'find_charging_station',
    'Finds charging points for electric cars. Returns place, plug types and whether one is free.',
    'place! string: Town or address.',
    'plug enum(type2|ccs|chademo): Plug needed.',
  ],
  [
    'list_bus_departures',
    'Lists the next departures of a bus stop. Returns line, direction and minutes to wait.',
    'stop! string: Name of the stop.',
    'limit integer(1..30): Most departures to return.',
  ],
  [
    'find_parking',
    'Finds car parks with free spaces. Returns address, price an hour and free spaces.',
    'place! string: Address or landmark.',
    'max_price number: Highest price an hour.',
  ],
];
