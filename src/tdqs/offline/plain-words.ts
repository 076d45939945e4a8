/**
 * Words by how much they tell of a tool. Endings are taken off, as `searchTerms` does; the lists are those
 * that stand in definitions of every kind, written down once so that a score does not hang on a corpus.
 */
import { stem } from '../../catalog/words.js';

const stems = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stem));

/** Fit any tool: that one stands in a and in a name is no sign that the two belong together. */
const VACUOUS = stems(`
 get list return retrieve use used using specific specified given provide data information info detail
 details tool tools mcp server api request response result results value values type types name names id
 ids identifier number string object array item items list new set add create update delete remove run
 make find fetch search show read write include including includes contain default optional required require
 option options parameter parameters param params argument arguments args input output field fields all
 any each multiple single one two first current existing available based support supports allow allows
 enable enables etc example format structure access perform operation action function 
 comprehensive efficient within across via like without need needed not must only also more detailed
 start end limit offset size count max min total sort filter key mode kind flag true false null
 json str int bool boolean integer dict s e g i per help manage management handle
 execute work thing stuff various data do something utility usage useful purpose
 unknown none undefined tbd todo various general generic common standard basic simple main
 complete whole entire provided using text 
 full fully level raw important please default returned successful success lets let
 helper caller something somehow certain appropriate relevant necessary needed applicable corresponding`);

/** Stand in statements about any tool: a sentence of these alone is about nothing else, nor about this tool in particular. */
const GENERAL = stems(`
 account admin administrator agent application apply approval array attempt auth authenticate authentication
 authorization authorize automatic automatically background backup batch before begin byte cache cached
 call calling cancel cannot capped case change changes character check client code collection column comma command
 comment config configuration configure confirm confirmation connect connection context convert copy correct
 cost credential credentials credit currently cursor database day days dead deadline depend destructive
 different directly directory disabled display document documentation download duplicate edit effect empty
 enabled encoded endpoint entry environment error errors exact exceed exception exist exists expensive
 expire explicit export external fail failed fails failure fast file files folder follow following found
 free frequently gone happen header hour hours human ignore ignored image immediately import invalid item
 iso keep key known language large last later latest least length level line link live load local locally
 location lock log long longer login lost mandatory manual many mark markdown match matching maximum mb
 message messages metadata method minimum minute minutes missing model modify month move ms multiple
 network never next node nothing null obtain occur once open operation order otherwise overwrite overwritten owner own
 page paginated pagination pair pattern pending per permanent permanently permission permissions place
 plain possible post prefer prefix preview previous price prior privilege privileges project prompt property
 public question quick quota range rate reach reachable ready real record recover reference refuse refused
 reject rejected related remote replace replaced report repository rerun reset resource restart restore restrict
 retry return reverse reversed revert role roll row rows safe same sandbox save scope script second seconds
 secret section secure select send sent separate sequence service session setting settings several short side
 silently similar size skip slow small sorted source space state step still stop storage store stored
 stream subject summary supported sync system table tag take takes target team template temporary test
 them throw time timeout timestamp times timezone token tokens top track transaction truncated trigger try
 undo undone unique unit unless unlimited unsupported until untouched upload usually valid validate
 validated variable verify view visible wait warning way web week whether window within word workspace
 wrong year yes zero asynchronous synchronous idempotent irreversible read-only readonly person people
 page index url path user users date time text description title status version body note process content query http reply answer ask asked want wants know knows tell tells look looking choose pick decide instead rather
 than alternative alternatively
 task workflow analysis analyze insight integration integrate automation automate platform customize efficiently
 accept accepted afterwards denied deny differ edited fresh notification notify publish refresh stale
 anyone everyone nobody dozen half hundred million thousand twice
 four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety
 whenever always whatever happen ensure enhance simplify streamline advanced feature precise`);

/** Everyday words of stories and talk: with a noun of the tool beside them they still say nothing of it. */
const EVERYDAY = stems(`
 anybody anyone anything everybody everything nobody somebody someone whoever others another upon ever often seldom
 sometimes perhaps maybe indeed truly really quite almost already yet again today tomorrow yesterday tonight soon ago
 forever away together alone else instead therefore however moreover thus hence otherwise
 know knew known knowing think thought thinking believe feel felt hope wish say said saying speak spoke guess wonder
 imagine remember forget suppose mean meant seem appear become became go goes going went gone come came bring brought
 give gave given giving take took taken let put keep kept live lived life lives stay leave left
 man men woman child people person friend everyone world heart mind hand eye home house thing idea reason truth story
 tale dream moment night morning evening day week year age past future present
 good bad well right wrong true real big great little small old young happy sad beautiful interesting special
 much many little enough lot lots bit pretty kind sort way part side case matter fact point
 like liked love loved hate care enjoy serve served serving belong welcome thank thanks hello dear sorry sure
 because although though whether since while whereas among beyond toward towards besides despite regardless
 able unable possible impossible likely unlikely certain sure obvious obviously clear clearly
 someday sometime somewhere anywhere everywhere nowhere anyhow anyway
 job duty role designed intended meant made built crafted dedicated devoted
 nature essence heart soul spirit core concept notion`);

/** Says how good a tool is, not what it does. */
const PRAISE = stems(`
  amazing awesome best better brilliant cutting edge elegant enterprise excellent exceptional fantastic favourite
  favorite flawless great greatest grade ideal incredible innovative intelligent intuitive leading love
  lovely magical modern nice number one outstanding perfect phenomenal popular powerful premier premium
  professional quality reliable remarkable revolutionary rich robust seamless seamlessly smart
  sophisticated state superb superior top trusted ultimate unique unmatched unparalleled versatile wonderful world
  class beautiful effortless effortlessly delightful stunning blazing lightning fast easy easily everyone enjoy
  trust proven industry flexible convenient handy clever comfortable magic super mighty`);

export function isPraise(term: string): boolean {
  return PRAISE.has(term);
}

export function isVacuous(term: string): boolean {
  return VACUOUS.has(term) || term.length < 2;
}

/** Stands in statements about any tool. */
export function isOfAnyTool(term: string): boolean {
  return VACUOUS.has(term) || GENERAL.has(term);
}

/** Neither about this tool nor about another. */
export function isGeneral(term: string): boolean {
  return isOfAnyTool(term) || EVERYDAY.has(term) || term.length < 2 || /^\d+$/.test(term);
}

/** Of stories and talk, and not of statements about tools. */
export function isEveryday(term: string): boolean {
  return EVERYDAY.has(term) && !isOfAnyTool(term);
}

/** Words of a subject of its own, which may not be this tool's. */
export function hasSubject(terms: readonly string[]): boolean {
  return terms.some((term) => !isGeneral(term));
}
