import type { ToolLine } from './tool-line.js';

export const home: ToolLine[] = [
  [
    'set_thermostat',
    'Sets the temperature of a room. Returns the target and the reading now.',
    'room! string: Name of the room.',
    'celsius! number(5..30): Temperature wanted.',
  ],
  [
    'switch_light',
    'Turns a lamp on or off. Returns the new state.',
    'lamp! string: Name of the lamp.',
    'on! boolean: On or off.',
    'brightness integer(1..100): Brightness in percent.',
  ],
  [
    'lock_front_door',
    'Locks or unlocks the front door. Returns the state of the bolt.',
    'locked! boolean: Whether to lock it.',
    'pin! string: Code of the lock.',
  ],
  [
    'read_energy_meter',
    'Reads the electricity used. Returns kilowatt hours and cost of the period.',
    'period! enum(day|week|month): Period to sum up.',
  ],
  [
    'start_robot_vacuum',
    'Sends the robot vacuum to clean. Returns battery and expected end.',
    'rooms string[]: Rooms to clean; all when left out.',
    'mode enum(quiet|normal|deep): How to clean.',
  ],
  [
    'list_camera_events',
    'Lists what the cameras of a house noticed. Returns time, camera and kind of each event.',
    'since! string: ISO 8601 time.',
    'camera string: Name of one camera.',
  ],
  [
    'schedule_garden_watering',
    'Plans when the garden is watered. Returns the next three times.',
    'zone! string: Part of the garden.',
    'minutes! integer(1..120): Minutes of water.',
    'days string[]: Days of the week.',
  ],
  [
    'open_window_blinds',
    'Moves the blinds of a window. Returns how far they are open.',
    'window! string: Name of the window.',
    'percent! integer(0..100): How far to open them.',
  ],
  [
    'check_smoke_detectors',
    'Tests the smoke detectors of a house. Returns battery and last alarm of each.',
    'floor integer(-2..50): One floor only.',
  ],
];
