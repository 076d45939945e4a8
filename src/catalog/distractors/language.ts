import type { ToolLine } from './tool-line.js';

export const language: ToolLine[] = [
  [
    'translate_text',
    'Translates a text into another language. Returns the translation and the language it came from.',
    'text! string: Text to translate.',
    'target! string: Language code to translate to, e.g. fi.',
  ],
  [
    'detect_language',
    'Guesses the language of a text. Returns a language code and how sure it is.',
    'text! string: Text to look at.',
  ],
  [
    'check_spelling',
    'Checks the spelling of a text. Returns each unknown word with suggestions.',
    'text! string: Text to check.',
    'locale string: Locale, e.g. en-GB.',
  ],
  [
    'find_synonyms',
    'Finds words of like meaning. Returns them with the nearest first.',
    'word! string: Word to replace.',
    'register enum(plain|formal|slang): Tone wanted.',
  ],
  [
    'look_up_etymology',
    'Explains where a word comes from. Returns the older forms with rough dates.',
    'word! string: Word to explain.',
  ],
  [
    'transcribe_speech',
    'Writes down what is said in a recording. Returns the text with a time for each sentence.',
    'audio_url! string: Address of the recording.',
    'speakers integer(1..10): How many people speak.',
  ],
  [
    'simplify_sentence',
    'Rewrites a sentence in plain words. Returns the new sentence and its reading age.',
    'sentence! string: Sentence to rewrite.',
  ],
  [
    'quiz_vocabulary',
    'Asks words of a language for practice. Returns ten questions with the right answers.',
    'language! string: Language code.',
    'level enum(beginner|middle|advanced): Level of the words.',
  ],
  [
    'read_text_aloud',
    'Turns a text into speech. Returns the address of a sound file.',
    'text! string: Text to speak.',
    'voice string: Name of the voice.',
  ],
];
