import type { ToolLine } from './tool-line.js';

export const music: ToolLine[] = [
  [
    'search_songs',
    'Searches songs by title, artist or a line of the lyrics. Returns title, artist and length of each.',
    'query! string: Words to look for.',
    'limit integer(1..50): Most songs to return.',
  ],
  [
    'create_playlist',
    'Creates an empty playlist. Returns its id and link.',
    'name! string: Name of the playlist.',
    'public boolean: Whether others may see it.',
  ],
  [
    'play_track',
    'Starts a track on a speaker. Returns what is playing now.',
    'track_id! string: Id of the track.',
    'speaker string: Name of the speaker.',
  ],
  [
    'get_artist_biography',
    'Tells the life of a musician. Returns a short text and the main records.',
    'artist! string: Name of the artist.',
  ],
  [
    'find_concerts',
    'Finds concerts in a town. Returns date, venue and ticket price of each.',
    'town! string: Name of the town.',
    'genre string: Kind of music.',
  ],
  [
    'identify_melody',
    'Recognises a tune from a short recording. Returns the most likely songs with a score.',
    'audio_url! string: Address of the recording.',
  ],
  [
    'get_song_chords',
    'Gets the guitar chords of a song. Returns the chords line by line.',
    'title! string: Title of the song.',
    'artist string: Name of the artist.',
  ],
  [
    'set_metronome',
    'Starts a metronome. Returns the tempo and the metre in use.',
    'bpm! integer(20..300): Beats a minute.',
    'beats integer(1..12): Beats a bar.',
  ],
  [
    'list_podcast_episodes',
    'Lists the episodes of a podcast, newest first. Returns title, date and length of each.',
    'podcast! string: Name of the podcast.',
    'limit integer(1..100): Most episodes to return.',
  ],
];
