/**
 * Words that people use for one another when they ask for a tool: groups written from general knowledge, after a look at
 * what requests for LiveMCPBench missed. A word may be in several groups; the groups are not joined.
 */
import { stem } from '../words.js';

const GROUPS = `
delete remove erase drop discard clear trash
create make add new build generate produce
update change edit modify alter revise adjust
rename move
copy duplicate clone
get fetch retrieve load obtain receive
read open view display
show list display view
find search lookup locate discover seek
write save store record
send deliver forward mail post
start launch run begin execute open
stop end terminate kill halt quit abort cancel
cancel undo revert reset
join merge combine concatenate unite
split divide separate cut
compare difference diff versus
convert transform turn translate
translate translation language
check verify validate test inspect
count number amount total quantity
calculate compute math arithmetic sum calculator
choose pick select
shuffle mix random
random chance dice
press click tap push
type enter fill input
attach upload
download fetch grab save
return back previous
next forward upcoming following
latest newest current recent last
current now today present
history past previous earlier historical
log logs output trace
schedule calendar agenda timetable appointment
meeting appointment event call
remind reminder alarm notify alert
message chat text sms dm
email mail inbox
reply answer respond
question ask query
folder directory
file document
text content
page site website webpage url web
link url hyperlink
internet web online
image picture photo photograph
screenshot snapshot capture picture
draw sketch paint illustrate drawing
video clip film movie youtube
movie film cinema
series show tv episode
song music track audio tune
singer artist band musician
lyrics words song
podcast episode audio
audio sound recording voice
transcript caption subtitle spoken said
chart graph plot diagram visualize
table spreadsheet grid
spreadsheet excel sheet worksheet workbook cell row column
slide presentation deck powerpoint
word document docx
heading title headline
summary summarize short brief overview abstract digest
explain describe clarify
keyword tag label
note memo
memory remember recall
forget delete
task todo chore job
project plan
plan itinerary schedule
issue bug ticket defect problem
error failure crash exception bug
code source program programming
programmer developer coder engineer
program application app software
process program task
running active
package library module dependency
version release
repository repo github git
branch git
commit git change
container docker
server host machine
cluster kubernetes pod
database sql table query
deploy release publish ship
security safe vulnerability risk threat
license legal
maintain maintainer support
deprecated obsolete unsupported outdated
popular trending hot top best favourite favorite
trend popularity
rank ranking leaderboard top best
rating review score stars rated
review opinion feedback comment
comment say reply discussion
post article story blog
article paper publication research study
paper arxiv study
news headline press
book novel author reading
library book
study trial research
stock share equity ticker
share stock
buy purchase order shop
sell trade
order buy delivery
shop store shopping product
product item goods
price cost worth expensive cheap value
cheap discount deal sale bargain offer
coupon voucher promo discount
money cash finance
currency exchange dollar euro yen
crypto cryptocurrency bitcoin ethereum coin token blockchain
token crypto
nft token crypto
invoice bill
payment pay charge
refund return
bank account
loan mortgage credit
tax irs
invest investment portfolio
earnings revenue income profit
dividend payout shareholder
analyst recommendation
fund institutional holder investor
company business firm corporation organization
insider executive
customer client
employee staff worker
job work career position vacancy hiring
resume cv
salary wage pay
contract agreement
law legal lawyer court
insurance policy coverage
house home property apartment flat estate real
rent lease rental
hotel accommodation room stay lodging airbnb
flight fly airline plane airport
train railway rail
bus transit transport
car vehicle auto automobile
drive route direction road
travel trip vacation holiday journey tour
travel commute
ticket booking reservation seat
book reserve reservation
restaurant eat dining dinner
food meal dish eat dinner lunch
recipe cook cooking dish meal
ingredient grocery
drink beverage cocktail wine
diet nutrition calorie healthy
weather forecast rain temperature sunny snow wind
climate weather
map location place geographic
location where place address
address street geocode
coordinate latitude longitude gps
near nearby around close
park parking
charge charging
distance far length
duration long length
time clock hour timezone
date day
photo camera
health medical doctor
doctor physician clinic hospital
disease illness condition symptom
medicine drug medication
gene genetic mutation variant
exercise workout fitness gym training
sport game match team
football soccer
player user
game play
chess move
puzzle riddle quiz trivia
joke funny humor
learn study education course lesson
course class lesson tutorial
school university college education
teach tutor teacher
child kid
exam test
friend contact people person
people person user who
user account profile
profile bio
password secret credential token login
login signin authenticate
protect encrypt lock secure
domain whois dns
owner own belong
ip network provider
astrology horoscope zodiac
tarot fortune
star astronomy space planet
animal pet
dog puppy pet
plant garden
gift present
wedding marriage
fashion clothes outfit dress
hair beauty makeup
color colour
font typeface
logo brand design
design layout template
icon symbol
button ui component
website seo
seo keyword ranking
advert ad marketing campaign
social twitter facebook instagram
translate english
grammar spelling proofread
essay write writing
poem poetry
story tale fiction
name title
quote saying
definition meaning dictionary
synonym thesaurus word
picture image
art painting museum
museum exhibit
concert event festival
event happening
government public official
election vote politics
statistics data figure
data dataset
air pollution quality
energy electricity power
carbon emission climate
earthquake disaster
pdf document
json data
csv table
encode encoding
encrypt cipher
compress zip
resize scale
crop cut
print output
scan ocr
barcode qr
sentiment emotion mood feeling
mood feeling emotion
relationship relation connected related link
similar alike related like
alternative instead substitute replacement
recommend suggest advice recommendation
idea inspiration brainstorm
goal target objective
habit routine
sleep rest
meditation mindfulness relax
hire recruit
candidate applicant
lead prospect
support help assist
track follow monitor watch
package parcel shipment delivery
status state progress
permission access right
group team
member participant
channel room
folder tree
setting configuration config option preference
environment variable
`;

let table: Map<string, Set<string>> | undefined;

/** The other words of the groups that a stem is in, as stems. */
export function sameWords(of: string): ReadonlySet<string> {
  table ??= read();
  return table.get(of) ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();

function read(): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const group = line.split(' ').map(stem);
    for (const one of group) {
      const others = words.get(one) ?? new Set();
      words.set(one, others);
      for (const other of group) if (other !== one) others.add(other);
    }
  }
  return words;
}
