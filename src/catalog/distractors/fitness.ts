import type { ToolLine } from './tool-line.js';

export const fitness: ToolLine[] = [
  [
    'log_workout',
    'Writes a workout to the training diary. Returns the entry and the week so far.',
    'activity! string: Kind of sport, e.g. rowing.',
    'minutes! integer(1..1440): Length in minutes.',
    'intensity enum(easy|steady|hard): How hard it was.',
  ],
  [
    'get_step_count',
    'Reads the steps walked on a day. Returns steps, distance and goal.',
    'date! string: Day as YYYY-MM-DD.',
  ],
  [
    'calculate_body_mass_index',
    'Works out the body mass index of an adult. Returns the index and its range.',
    'height_cm! number(50..250): Height in centimetres.',
    'weight_kg! number(10..400): Weight in kilograms.',
  ],
  [
    'plan_training_week',
    'Plans the training of a week towards a goal. Returns one session for each day.',
    'goal! enum(endurance|strength|weight): What to work towards.',
    'days! integer(1..7): Days to train.',
  ],
  [
    'analyse_sleep',
    'Summarises the sleep of a night. Returns hours, phases and a score from 0 to 100.',
    'night! string: Night that began on YYYY-MM-DD.',
  ],
  [
    'find_hiking_trail',
    'Finds hiking trails in a region. Returns length, climb and difficulty of each.',
    'region! string: Name of the region.',
    'max_km number(1..80): Longest distance.',
  ],
  [
    'track_water_intake',
    'Adds a drink to the diary of the day. Returns the amount so far and the goal.',
    'millilitres! integer(10..3000): Amount drunk.',
  ],
  [
    'get_heart_rate_zones',
    'Works out training zones from age and resting pulse. Returns five zones in beats a minute.',
    'age! integer(5..110): Age in years.',
    'resting_pulse integer(25..120): Pulse at rest.',
  ],
  [
    'book_gym_class',
    'Books a place in a class of a gym. Returns the booking number and the trainer.',
    'class_id! string: Id of the class.',
    'member_id! string: Number on the membership card.',
  ],
];
