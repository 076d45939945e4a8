import type { ToolLine } from './tool-line.js';

export const books: ToolLine[] = [
  [
    'search_library_books',
    'Searches the stock of a public library. Returns title, author and shelf of each book.',
    'words! string: Title, author or subject.',
    'available_only boolean: Books on the shelf only.',
  ],
  [
    'renew_loan',
    'Extends the loan of a library book. Returns the new due date.',
    'card_number! string: Number on the library card.',
    'copy_id! string: Id of the copy.',
  ],
  [
    'get_book_reviews',
    'Collects reviews of a book. Returns stars and an excerpt of each.',
    'isbn! string: ISBN with 10 or 13 digits.',
    'limit integer(1..50): Most reviews to return.',
  ],
  [
    'cite_source',
    'Formats a reference for a bibliography. Returns the reference as text.',
    'doi! string: DOI of the work.',
    'style! enum(apa|mla|chicago): Citation style.',
  ],
  [
    'recommend_novel',
    'Recommends novels like those a reader enjoyed. Returns five titles with a reason.',
    'liked! string[]: Titles the reader liked.',
    'mood string: Mood wanted, e.g. hopeful.',
  ],
  [
    'define_word',
    'Looks up a word in a dictionary. Returns meanings with an example each.',
    'word! string: Word to look up.',
    'dictionary enum(general|legal|medical): Which dictionary.',
  ],
  [
    'solve_equation',
    'Solves an equation for one unknown. Returns the solutions and the steps.',
    'equation! string: Equation, e.g. 2x + 3 = 11.',
    'unknown string: Letter to solve for.',
  ],
  [
    'list_museum_exhibits',
    'Lists the exhibitions of a museum. Returns title, hall and last day of each.',
    'museum! string: Name of the museum.',
  ],
  [
    'get_star_chart',
    'Draws the night sky above a place. Returns visible planets and constellations.',
    'place! string: Town or coordinates.',
    'time! string: ISO 8601 time.',
  ],
];
