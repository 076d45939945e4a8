import type { ToolLine } from './tool-line.js';

export const cooking: ToolLine[] = [
  [
    'find_recipes',
    'Finds recipes that use what is in the kitchen. Returns title, time and missing items of each.',
    'ingredients! string[]: What is at hand.',
    'diet enum(any|vegetarian|vegan): Diet to keep to.',
  ],
  [
    'scale_recipe',
    'Changes a recipe to another number of servings. Returns the new amounts.',
    'recipe_id! string: Id of the recipe.',
    'servings! integer(1..100): Servings wanted.',
  ],
  [
    'convert_kitchen_units',
    'Converts cups, spoons and ounces to grams or millilitres. Returns the converted amount.',
    'amount! number: Amount to convert.',
    'unit! string: Unit to convert from, e.g. cup.',
    'food string: Food, for weights that depend on it.',
  ],
  [
    'get_nutrition_facts',
    'Looks up the nutrition of a food. Returns energy, fat, sugar and protein in 100 grams.',
    'food! string: Name of the food.',
  ],
  [
    'suggest_wine',
    'Suggests a wine that suits a dish. Returns grape, region and reason.',
    'dish! string: Name of the dish.',
    'budget number: Highest price of a bottle.',
  ],
  [
    'plan_weekly_menu',
    'Plans the dinners of a week. Returns a dish for each day and a shopping list.',
    'people! integer(1..20): How many eat.',
    'avoid string[]: Foods to avoid.',
  ],
  [
    'start_oven_timer',
    'Starts a kitchen timer. Returns the time at which it rings.',
    'minutes! integer(1..600): Minutes to wait.',
    'label string: What is in the oven.',
  ],
  [
    'find_substitute',
    'Names a replacement for a missing ingredient. Returns what to use and how much.',
    'ingredient! string: What is missing.',
    'reason enum(missing|allergy|diet): Why it is replaced.',
  ],
  [
    'reserve_restaurant_table',
    'Reserves a table in a restaurant. Returns the confirmation and the time held.',
    'restaurant! string: Name of the restaurant.',
    'time! string: ISO 8601 time.',
    'guests! integer(1..30): Number of guests.',
  ],
];
