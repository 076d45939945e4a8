import type { ToolLine } from './tool-line.js';

export const weather: ToolLine[] = [
  [
    'get_current_weather',
    'Reports the weather at a place right now. Returns temperature, humidity, wind and sky as JSON.',
    'place! string: Town or postal code, e.g. Porto.',
    'units enum(metric|imperial): Units of the answer.',
  ],
  [
    'get_hourly_forecast',
    'Forecasts the next hours at a place. Returns one entry an hour with temperature and chance of rain.',
    'place! string: Town or postal code.',
    'hours integer(1..48): How many hours ahead.',
  ],
  [
    'get_air_quality',
    'Reads the air quality index near a place. Returns the index and the levels of ozone and fine dust.',
    'latitude! number(-90..90): Latitude in degrees.',
    'longitude! number(-180..180): Longitude in degrees.',
  ],
  [
    'list_storm_warnings',
    'Lists official storm and flood warnings of a region. Returns severity, area and end time of each.',
    'region! string: Region or county.',
    'severity enum(minor|moderate|severe): Lowest severity to include.',
  ],
  [
    'get_pollen_level',
    'Reports how much tree, grass and weed pollen is in the air. Returns a level from 0 to 5 for each.',
    'place! string: Town or postal code.',
  ],
  [
    'get_tide_times',
    'Looks up high and low water of a harbour. Returns times and heights for one day.',
    'harbour! string: Name of the harbour.',
    'date! string: Day as YYYY-MM-DD.',
  ],
  [
    'get_uv_index',
    'Forecasts the strength of the sun at noon. Returns the UV index and advised protection.',
    'place! string: Town or postal code.',
    'date string: Day as YYYY-MM-DD; today when left out.',
  ],
  [
    'get_snow_report',
    'Reports snow depth and open pistes of a ski resort. Returns depth in centimetres and lift status.',
    'resort! string: Name of the resort.',
  ],
  [
    'compare_climate',
    'Compares the monthly climate of two cities. Returns mean temperature and rainfall for each month.',
    'first_city! string: First city.',
    'second_city! string: Second city.',
  ],
];
