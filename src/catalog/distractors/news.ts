import type { ToolLine } from './tool-line.js';

export const news: ToolLine[] = [
  [
    'get_headlines',
    'Gets the headlines of the day. Returns title, paper and link of each.',
    'topic enum(world|business|science|sport): Section of the paper.',
    'country string: Two-letter country code.',
  ],
  [
    'search_news_archive',
    'Searches old newspaper articles. Returns title, date and an excerpt of each.',
    'words! string: Words to look for.',
    'from string: First day as YYYY-MM-DD.',
    'until string: Last day as YYYY-MM-DD.',
  ],
  [
    'get_match_score',
    'Gets the score of a match, live or final. Returns score, minute and scorers.',
    'team! string: Name of a team.',
    'date string: Day as YYYY-MM-DD.',
  ],
  [
    'get_league_table',
    'Gets the standings of a league. Returns rank, points and goals of each team.',
    'league! string: Name of the league.',
    'season string: Season, e.g. 2024/25.',
  ],
  [
    'summarise_article',
    'Sums up a newspaper article. Returns three sentences and the main names.',
    'url! string: Address of the article.',
  ],
  [
    'get_election_results',
    'Gets the results of an election. Returns votes and seats of each party.',
    'country! string: Two-letter country code.',
    'year! integer(1900..2100): Year of the vote.',
  ],
  [
    'check_fact_claim',
    'Looks up whether fact checkers judged a claim. Returns verdicts with their sources.',
    'claim! string: The claim in one sentence.',
  ],
  [
    'list_upcoming_launches',
    'Lists planned rocket launches. Returns date, rocket and site of each.',
    'limit integer(1..50): Most launches to return.',
  ],
  [
    'follow_topic',
    'Subscribes to news about a topic. Returns the id of the subscription.',
    'topic! string: Topic to follow.',
    'frequency enum(hourly|daily|weekly): How often to hear.',
  ],
];
