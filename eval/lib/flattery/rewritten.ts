/**
 * Forty definitions of our own as they are often written, and the same rewritten by hand after the advice
 * of the report: what is done to what, when and when not and what instead, what a call does beyond its name,
 * what comes back, what the parameters mean.
 */
export interface Rewritten {
  name: string;
  /** Parameter → what it means, as it is written afterwards. */
  parameters: Record<string, string>;
  before: string;
  after: string;
}

const tool = (
  name: string,
  parameters: Record<string, string>,
  before: string,
  after: string,
): Rewritten => ({ name, parameters, before, after });

const berth = { berth_id: 'Number on the bollard, such as N-12.' };
const boat = { boat_id: 'The registration on the hull, such as DE-4711.' };
const plant = { plant_id: 'The number on the label of the plant.' };
const recipe = { recipe_id: 'The id that search_recipes returns.' };

/** Tools of one set can point to one another. */
export const SETS: readonly Rewritten[][] = [
  [
    tool(
      'list_berths',
      { quay: 'North, south or west.', free_only: 'True leaves out berths that are taken.' },
      'List berths.',
      'Lists the berths of one quay with length, depth and the boat that lies there. Use it to see what is free before book_berth; for one berth whose number is known use get_berth instead. Returns at most 100 berths as JSON, sorted by number; an empty list means that the quay has none. Changes nothing.',
    ),
    tool(
      'get_berth',
      berth,
      'Gets a berth.',
      'Reads one berth: its length, its depth at low tide and the boat that lies there. Use it when the number of the berth is known; to look for a free berth use list_berths instead. Fails with not_found if the berth does not exist. Returns JSON; the boat is null while the berth is free.',
    ),
    tool(
      'book_berth',
      { ...berth, ...boat, nights: 'From 1 to 30.' },
      'Book berth',
      'Books a free berth for one boat and charges the skipper for each night. Use it only after the skipper agreed to the price; to change the nights of a booking use extend_berth instead. Fails with berth_taken if somebody was faster, and with too_deep if the draught of the boat exceeds the depth of the berth. A booking can be cancelled free of charge until noon. Returns the booking with its price.',
    ),
    tool(
      'extend_berth',
      { ...berth, nights: 'How many nights are added, 1 to 14.' },
      'Extends the berth booking',
      'Adds nights to a running booking of a berth and charges them at the price of the day. Use it when the boat is still in the berth; for a boat that has left use book_berth instead. Fails with berth_taken if the next nights are booked by somebody else. Returns the booking with the new day of departure.',
    ),
    tool(
      'release_berth',
      berth,
      'Release a berth.',
      'Ends the booking of a berth today and refunds the nights that are left. Use it when the boat has sailed; not to move a boat, for which move_boat exists. Calling it again for a free berth changes nothing. Requires the role harbour_master. Returns the refund in cents.',
    ),
    tool(
      'move_boat',
      { ...boat, to_berth: 'Number of the free berth.' },
      'Moves boat',
      'Moves a boat to another free berth and keeps its booking with the old price. Use it when a berth has to be cleared; to send a boat away use release_berth instead. Fails with berth_taken if the other berth is not free. The skipper of the boat is told by text message. Returns the booking with the new berth.',
    ),
    tool(
      'find_boat',
      { name: 'Name of the boat or a part of it.' },
      'Find boat',
      'Finds boats in the harbour by their name, whatever the case of the letters. Use it when only the name of a boat is known; with a registration use get_boat instead. Returns up to 20 boats with registration and berth, the best match first; boats at sea are not found.',
    ),
    tool(
      'get_boat',
      boat,
      'Get boat details',
      'Reads one boat: length, draught, flag, skipper and the berth where it lies. Use it when the registration of the boat is known; with a name only use find_boat instead. Requires the scope boats:read; the phone of the skipper is left out without it. Fails with not_found if no such boat is registered.',
    ),
    tool(
      'sound_horn',
      { seconds: 'From 1 to 10.' },
      'Sound horn',
      'Sounds the horn of the harbour so that every boat on the quay hears it. Use it only in an emergency such as fog or fire; to speak with one boat use call_boat instead. The horn cannot be stopped before the seconds are over and is limited to 3 calls an hour. Every use is written into the log of the harbour. Returns nothing.',
    ),
    tool(
      'call_boat',
      { ...boat, text: 'What is said, at most 200 letters.' },
      'Call boat',
      'Calls one boat on its radio channel and reads the text aloud. Use it to reach a skipper at sea; for a boat in a berth that must move use move_boat instead. Waits up to 30 seconds for the boat to answer and fails with no_answer otherwise. What was said cannot be taken back. Returns whether the boat confirmed.',
    ),
  ],
  [
    tool(
      'list_plants',
      { bed: 'Name of the bed; all beds when absent.' },
      'Lists plants',
      'Lists the plants of a bed with their species and the day of the last watering. Use it to see what grows where; for the needs of one plant use get_plant instead. Returns at most 200 plants as JSON, the thirstiest plant first; dead plants are left out. Changes nothing.',
    ),
    tool(
      'get_plant',
      plant,
      'Get plant.',
      'Reads one plant: species, bed, height and what it needs of water and light. Use it before water_plant or prune_plant, when the number on the label of the plant is known; to look for a plant use list_plants instead. Fails with not_found if the plant was removed.',
    ),
    tool(
      'add_plant',
      { species: 'Latin name.', bed: 'Name of the bed.' },
      'Add a plant',
      'Puts a new plant into a bed and prints a label for it. Use it after the plant is in the ground; to move a plant that has a label use move_plant instead. Fails with bed_full if the bed has no room for the species. Calling it twice makes two plants. Returns the number on the label of the plant.',
    ),
    tool(
      'move_plant',
      { ...plant, bed: 'Name of the other bed.' },
      'Move plant to bed',
      'Moves a plant to another bed and keeps its label and its history. Use it in spring or autumn only; a plant that is new to the garden needs add_plant instead. Fails with bed_full if the other bed has no room. The plant is watered automatically afterwards. Returns the plant with its new bed.',
    ),
    tool(
      'water_plant',
      { ...plant, litres: 'From 0.1 to 20.' },
      'Water plant',
      'Opens the valve of one plant until the litres have run. Use it when the soil of the plant is dry; to water a whole bed use water_bed instead. Limited to 20 litres a day for each plant; more is refused with too_wet. Water that has run cannot be taken back. Returns the litres of the day.',
    ),
    tool(
      'water_bed',
      { bed: 'Name of the bed.', litres: 'For each plant of the bed.' },
      'Water bed',
      'Opens the valves of every plant in a bed, one after the other. Use it in dry weeks; for a single plant use water_plant instead. It takes about a minute for each plant and goes on in the background. Plants that had their 20 litres today are skipped. Returns the number of plants that are watered.',
    ),
    tool(
      'prune_plant',
      { ...plant, height_cm: 'What is left, in centimetres.' },
      'Prunes a plant',
      'Cuts a plant back to a height and writes that into its history. Use it outside the flowering months of the plant; to take a plant out altogether use remove_plant instead. What is cut off is gone for good. Refuses plants below 20 cm. Returns the new height of the plant.',
    ),
    tool(
      'remove_plant',
      plant,
      'Remove plant',
      'Takes a plant out of its bed and deletes its label and history, which cannot be undone. Use it only for plants that have died; to give a plant another place use move_plant instead. Requires the role gardener. Fails with not_found if the plant was removed before. Returns the bed that has room now.',
    ),
    tool(
      'list_beds',
      {},
      'List beds',
      'Lists the beds of the garden with their size, soil and the room that is left. Use it before add_plant or move_plant to find a bed with room; to see what grows in a bed use list_plants instead. Returns all beds as JSON, sorted by name; there are never more than 40.',
    ),
    tool(
      'forecast_frost',
      { days: 'From 1 to 7.' },
      'Frost forecast',
      'Tells the nights of the next days on which frost is expected in the garden. Use it before add_plant in spring; it says nothing of rain, for which the weather service is better. The frost forecast is cached for 3 hours and fails with stale if the station has not answered for a day. Returns a list of nights, empty if no frost is expected.',
    ),
  ],
  [
    tool(
      'search_recipes',
      { words: 'Ingredients or words of the title.', limit: 'From 1 to 50.' },
      'Search recipes',
      'Finds recipes by ingredients or by words of their title. Use it when the cook knows what should go into the pot; with the id of a recipe use get_recipe instead. Returns at most 50 recipes as JSON with id, title and minutes, the best match first. Recipes of other cooks are only found if they are public.',
    ),
    tool(
      'get_recipe',
      recipe,
      'Get recipe',
      'Reads one recipe with its ingredients, steps and the minutes that it takes. Use it before cook_recipe or scale_recipe; without an id use search_recipes instead. Fails with private if the recipe belongs to another cook who keeps it to himself. Amounts are for the persons that the recipe names, 4 by default.',
    ),
    tool(
      'scale_recipe',
      { ...recipe, persons: 'From 1 to 40.' },
      'Scale recipe',
      'Works out the amounts of a recipe for another number of persons and leaves the recipe itself untouched. Use it before buy_ingredients; to change a recipe for good use edit_recipe instead. Eggs are rounded up, and baking times stay the same. Returns the ingredients of the recipe with their new amounts.',
    ),
    tool(
      'edit_recipe',
      { ...recipe, steps: 'All steps, in order.' },
      'Edit recipe',
      'Replaces the steps of a recipe with new ones; ingredients stay as they are. Use it when the cook wants to keep a change; for another number of persons use scale_recipe instead. The old steps of the recipe are lost. Fails with forbidden if the recipe belongs to another cook. Returns the recipe as it is now.',
    ),
    tool(
      'delete_recipe',
      recipe,
      'Delete recipe',
      'Deletes a recipe with its pictures and comments for good. Use it only when its cook asks for that; to hide a recipe from others use publish_recipe instead. Requires to be the cook of the recipe or an administrator. Fails with not_found if the recipe is gone already. Returns nothing.',
    ),
    tool(
      'publish_recipe',
      { ...recipe, public: 'False hides it again.' },
      'Publish recipe',
      'Shows a recipe to every cook, or hides it again. Use it when the recipe is finished; a draft that should only be kept needs no call. Links to a hidden recipe stop to work at once, and comments on it are kept. Calling it twice changes nothing. Returns the address of the recipe.',
    ),
    tool(
      'buy_ingredients',
      { ...recipe, shop: 'Id of the shop.' },
      'Buy ingredients',
      'Orders the missing ingredients of a recipe in a shop and pays with the card of the cook. Use it only after the cook has seen the price; to see what is missing without an order use check_pantry instead. An order can be cancelled for 10 minutes. Fails with sold_out if the shop has not all ingredients. Returns the order and the hour of delivery.',
    ),
    tool(
      'check_pantry',
      recipe,
      'Check pantry',
      'Compares the ingredients of a recipe with what is in the pantry and changes neither. Use it before buy_ingredients, which orders what is missing. Things that expire today count as missing. Returns the missing ingredients of the pantry with their amounts, an empty list if everything is there.',
    ),
    tool(
      'cook_recipe',
      recipe,
      'Cook',
      'Starts the oven with the program of a recipe and takes the ingredients out of the pantry list. Use it when everything is prepared; to read the recipe only use get_recipe instead. The oven stays on until the recipe ends or stop_oven is called. Fails with door_open if the oven is not closed. Returns the minute at which the recipe is done.',
    ),
    tool(
      'stop_oven',
      {},
      'Stop oven',
      'Stops the oven at once and lets it cool down. Use it when cook_recipe has to end early; to pause for a few minutes open the door of the oven instead. What was cooked so far cannot be resumed. Calling it while the oven is cold changes nothing. Returns the temperature of the oven.',
    ),
  ],
  [
    tool(
      'list_parcels',
      { day: 'As 2026-05-31; today when absent.' },
      'List parcels',
      'Lists the parcels that arrive on a day with sender, weight and shelf. Use it in the morning to plan the shelves; with the number of a parcel use track_parcel instead. Returns up to 500 parcels as JSON, the heaviest parcel first. Parcels that were handed out are left out.',
    ),
    tool(
      'track_parcel',
      { parcel_id: 'The number under the bar code.' },
      'Track parcel',
      'Tells where a parcel is now and when it arrived there. Use it when somebody asks for one parcel; for all parcels of a day use list_parcels instead. The place is at most 15 minutes old, because carriers report it in batches. Fails with unknown if the carrier has never seen the parcel. Returns the stations of the parcel, the last first.',
    ),
    tool(
      'shelve_parcel',
      { parcel_id: 'The number under the bar code.', shelf: 'Letter and number, such as C4.' },
      'Shelve parcel',
      'Puts a parcel on a shelf and tells the receiver by mail that it is there. Use it after the parcel was weighed; to put it on another shelf later call it again, which sends no second mail. Refuses parcels above 30 kg on shelves A and B. Returns the shelf and the day until which the parcel is kept.',
    ),
    tool(
      'hand_out_parcel',
      { parcel_id: 'The number under the bar code.', code: 'Six digits from the mail.' },
      'Hand out parcel',
      'Hands a parcel to its receiver and frees the shelf. Use it only when the receiver shows the code; for parcels that nobody fetches use return_parcel instead. Three wrong codes lock the parcel for an hour. It cannot be undone. Returns the shelf that is free now.',
    ),
    tool(
      'return_parcel',
      { parcel_id: 'The number under the bar code.' },
      'Return parcel',
      'Sends a parcel back to its sender, who pays the freight. Use it for parcels that lie on a shelf for more than 10 days; to give one to the receiver use hand_out_parcel instead. Requires the role clerk. The receiver of the parcel is told by mail and cannot stop it. Returns the label of the parcel for the carrier.',
    ),
    tool(
      'weigh_parcel',
      { parcel_id: 'The number under the bar code.' },
      'Weigh parcel',
      'Reads the scale and writes the weight of the parcel down. Use it before shelve_parcel; a parcel that is not on the scale fails with empty_scale. A weight that was written before is replaced. Returns the weight of the parcel in grams, to 5 grams.',
    ),
    tool(
      'find_receiver',
      { name: 'Surname, or its first letters.' },
      'Find receiver',
      'Finds receivers of parcels by their surname. Use it when the label of a parcel cannot be read; to see the parcels of a receiver use list_parcels instead. Requires the scope receivers:read, because addresses are shown. Returns at most 10 receivers with street and town; none means that the receiver is new.',
    ),
    tool(
      'print_label',
      { parcel_id: 'The number under the bar code.' },
      'Print label',
      'Prints the label of a parcel on the printer of the counter. Use it when a label is torn; a parcel that goes back gets its label from return_parcel instead. Fails with no_paper if the printer is empty, and the label is printed later then. Each call prints a label. Returns the number of labels that wait.',
    ),
    tool(
      'report_damage',
      { parcel_id: 'The number under the bar code.', text: 'What is broken.' },
      'Report damage',
      'Writes down that a parcel is damaged and tells its sender. Use it before the parcel is handed out; for a parcel that is lost use track_parcel instead. The report cannot be changed later, but a second one can be added. Requires a picture of the parcel within a day. Returns the number of the damage report.',
    ),
    tool(
      'open_counter',
      { counter: 'From 1 to 4.' },
      'Open counter',
      'Opens a counter so that receivers are called to it. Use it when more than 5 receivers wait; to close a counter use close_shift in the evening. A counter that is open stays as it is. Fails with no_clerk if nobody is logged in at the counter. Returns how many receivers wait.',
    ),
  ],
];
