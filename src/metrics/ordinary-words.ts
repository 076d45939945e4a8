/**
 * English words that tools and servers are often named by. In a sentence they are just words, so a
 * prompt that says "search" has not named the tool `search`.
 */
const LIST = `
about access account act action activity add address agenda agent alarm album alert all analyse analysis
analyze animal annotate annual answer app append application apply approve archive area arrange array art
article ask assess asset assign attach audio audit author auto backup balance bank base batch begin bid bill
block blog board body book bookmark box branch brand brief bring browse browser budget bug build bulk bus
business buy calculate calculator calendar call camera campaign cancel capture car card cart case cash cat
catalog catalogue category chain change channel chapter charge chart chat check choose city class classify clean
clear click client climate clip clock clone close cloud code collect collection colour color column combine command
comment commit company compare complete compose compress compute connect contact content context contract control
convert copy cost count country coupon course cover create credit crop currency current customer cut daily data
database dataset date day deal debug decide decision declare decode define delay delete deliver delivery demo
deploy describe description design desk detail details detect device dial dictionary diff digest direction directory
disable discover discovery discuss display distance divide doc docs document dog domain done door download draft draw
drive drop duplicate duration echo edit education element email employee empty enable encode encrypt end energy engine
enter entity entry error estimate evaluate event events everything evolve exam example exchange execute exercise expand
expense explain explore export extract face fact family fault favorite favourite fax feature fee feed feedback fetch
field figure file files fill film filter finance find finish fire fit fix flag flight flow fold folder follow food
forecast forget form format forward frame friend fulfil fulfillment fund game garden gate gather general generate get
give go goal good grade grant graph group grow guess guide handle hash health hear hello help hide highlight hire history
hold holiday home hook hospital hotel hour house humidity idea identify image images import improve inbox include income
index info inform information ingest input insert insight inspect install invest invite invoice issue issues item items
join journal judge jump keep key kill kind know label language last launch law layer lead learn lease lecture ledger legal
lend letter level library light like limit line link list listen load loan local locate location lock log login logout
look loop lunch machine mail make manage manager map mark market match math maths measure media meet meeting member memory
menu merge message messages meter milk minute mix mode model modify money monitor month mood morning mortgage motion mount
move movie multiply music mute name navigate network new news next night normal note notes notice notification notify
number object observe offer office online open operate operation optimise optimize option order orders organise organize
outline output overview own pack package page paint paper parcel parse part pass paste patch path patient pause pay payment
people permission person phone photo pick picture pin ping place plan plant play player playlist plot plug point policy poll
population portfolio position post power predict prepare present press preview price print private problem process
product products profile program progress project prompt property proposal protect provide public publish pull purchase push
put quality query question queue quick quit quiz quote race radio random range rank rate react read reader ready reason
receipt receive recent recipe recommend record records recover refresh refund register reject relate release reload remember
remind reminder remove rename render rent repair repeat replace reply report reports request reserve reset resize resolve
resource resources respond restart restaurant restore result results resume retrieve retry return reveal review reviews reward
ring risk roll room rotate route row rule run safe salary sale sales sample save scale scan schedule school score scrape screen
screenshot script search season section secure security see select sell send sensor sentence sequence serve server service
session set settings setup share sheet shell ship shop shopping show sign signal simulate site sitemap size skill sleep smart
snapshot social solve song sort sound source sources space speak speech speed spell split sport spread stage star start state
statement static station statistics stats status step stock stop storage store story stream street string student study submit
subscribe subtract suggest sum summarise summarize summary supply support survey swap switch symbol sync system table tag talk
target task tasks tax team tell temperature template term test text thank theme thing think thought ticket tickets time timer
title toggle tool tools topic total touch track trade traffic train transaction transcribe transcript transfer transform
transit translate translation trash travel tree trend trial trigger trip turn tutor type undo unit unlock update upgrade upload
usage use user users validate value values vehicle verify version video view visit visualise visualize voice volume vote wait
wake walk wallet warehouse warn warning wash watch water weather web week weekly weight wiki wind window wine wish word words work
worker workout world wrap write year zip zone zoom
`;

let known: ReadonlySet<string> | undefined;

export function isOrdinaryWord(word: string): boolean {
  known ??= new Set(LIST.split(/\s+/));
  return known.has(word.toLowerCase());
}
