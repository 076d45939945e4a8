/**
 * Verbs that say what a tool does, in base form. Left out on purpose: auxiliaries (be, have, do), "use",
 * "let" and "need", and verbs that descriptions mostly carry as adjectives ("specified", "required",
 * "related", "based", "associated"), because none of them names an action.
 */
export const VERBS = `
  accept access acknowledge acquire act activate adapt add adjust advance advise aggregate aid alert
  allocate allow alter amend analyse analyze annotate answer append apply approve archive arrange ask
  assemble assert assess assign assist attach attack attempt audit augment authenticate authorise
  authorize automate average backup balance ban batch begin benchmark bid bill bind blend block blur book
  bookmark boost bootstrap branch break brighten broadcast browse build buy calculate calibrate call
  cancel capture cast categorise categorize change charge chart chat check checkout choose chunk cite
  claim classify clean clear click clone close cluster collaborate collect combine comment commit compare
  compile complete compose compress compute concatenate conduct configure confirm connect consolidate
  construct consult contact contribute control convene convert coordinate copy correct correlate count
  craft crawl create crop curate customise customize cut cycle darken debug decide declare decline decode
  decompile decompose decrypt deduplicate defend define delegate delete deliver demonstrate demote deny
  deploy derive describe deserialise deserialize design destroy detach detect determine develop diagnose
  dial diff differentiate digest dim disable disassociate discard disconnect discover dispatch display
  dissociate distribute divide document download draft drag draw drive drop dump duplicate echo edit eject
  elevate elicit embed emit emulate enable encode encrypt end enforce enhance enlarge enrich enrol enroll
  ensure enter enumerate equip erase establish estimate evaluate evict examine exchange exclude execute
  exit expand expire explain explore export expose extend extract facilitate factor favor favorite
  favourite feed fetch fill film filter finalise finalize find finish fix flag flatten flip flush fly
  focus follow forecast forge forget fork format forward freeze gather generate geocode get give go grade
  grant graph greet group guess guide halt handle hash heal help hide highlight hire host hover identify
  illustrate implement import improve include increase increment index indicate infer inflate inform
  ingest initialise initialize initiate inject insert inspect install instantiate instruct integrate
  interact interpolate interpret intersect interview introspect invalidate invert investigate invite
  invoice invoke issue iterate join jump justify keep kill label launch layer learn leave lend link lint
  list listen load localise localize locate lock log login logout look lookup lower maintain make manage
  manipulate map mark mask match materialise materialize measure memorise memorize merge message migrate
  mine minify mint mirror mock modify monitor mount move multiply mute name navigate negate nominate
  normalise normalize notify observe obtain offer open operate optimise optimize orchestrate order
  organise organize outline output overlay overwrite pack paint pair parse partition paste patch pause pay
  perform permit persist photograph pick pin ping place plan play plot point poll populate post power
  predict prefetch prepare present press preview print prioritise prioritize probe process procure produce
  profile promote prompt pronounce propose protect prove provide provision prune publish pull purchase
  purge push put qualify quantify quarantine query queue quit quote raise rank rate reach react read
  reason reassign rebase reboot rebuild recall receive reclaim recognise recognize recommend reconcile
  reconnect record recover recreate redact redeem redeploy redirect redo reduce refactor refine reflect
  reformat refresh refund regenerate register reindex reinvite reject release reload remember remind
  remove rename render renew reopen reorder repair repeat replace replay reply report represent reprocess
  request rerun resample reschedule research resend reserve reset reshape resize resolve respond restart
  restore restrict resubmit resume retrain retrieve retry return reveal reverse revert review revise
  revoke rewrite roll rollback rotate round route run sample sanitise sanitize save say scaffold scale
  scan schedule score scrape screenshot scroll scrub seal search see seed segment select sell send
  separate serialise serialize serve set share sharpen shift ship show shrink shuffle shut shutdown sign
  simplify simulate sketch skip sleep slice snapshot sniff snooze solve sort source spawn speak spin split
  squash stage star start stash stitch stop store stream strip structure submit subscribe subtract suggest
  sum summarise summarize supply surface suspend swap swipe switch sync synchronise synchronize synthesise
  synthesize tag tail take talk tally tap teach tell terminate test think toggle tokenise tokenize touch
  trace track trade train transact transcode transcribe transfer transform translate transmit transpose
  trash traverse trigger trim truncate tune turn type unarchive unassign unban unblock undelete undo
  unequip unfollow uninstall unlink unlock unmount unmute unpack unpin unpublish unread unregister unstar
  unsubscribe unzip update upgrade upload upscale upsert validate vectorise vectorize verify view visit
  visualise visualize vote wait wake walk warn watch weigh wipe withdraw wrap write yield zip zoom
`;

/** Forms that no rule of spelling gives. */
export const IRREGULAR_FORMS = `
  began begun bought broke broken brought built chose chosen drawn drew fed found froze frozen gave got
  hid hidden kept knew known laid led left lent made met overwritten overwrote paid ran rewritten rewrote
  said sent shown shut sold sought spent spoke spoken taught thought told took undid undone withdrawn
  withdrew wrote written
`;

/** Of those, the ones that are mostly nouns ("an issue", "the order"): verbs only where a verb can stand. */
export const NOUN_LIKE = `
  average batch bid bill book branch charge chart chat claim comment cycle document drive end factor feed
  film flag fly grant graph group guide hash host index invoice issue label layer link log lower map mark
  message mine mirror name order outline output pair partition place plan play point poll power present
  process profile prompt quote rank rate reason record round route sample scale seed segment shift ship
  sign source stage star stream structure sum surface tag tail test touch trace trade train turn type vote
  walk
`;

/** Nouns made of verbs: "Weather forecast lookup for a city" says what is done as well as a verb would. */
export const ACTION_NOUNS = `
  access activation addition adjustment administration aggregation alert alignment allocation analyses
  analysis analytics annotation approval archival assessment assignment attachment augmentation
  authentication authorisation authorization automation backup benchmark booking browser browsing
  calculation calculator cancellation capture categorisation categorization checker classification
  classifier cleanup clearance collection comparison compilation completion composition compression
  computation configuration confirmation connection conversion converter coordination correction crawler
  creation customisation customization decoder decoding decompression decoration decryption deduplication
  definition deletion delivery deployment detection detector diagnosis diagnostics discovery distribution
  download downloader editor elicitation embedding encoder encoding encryption enrichment enumeration
  estimation estimator evaluation evaluator examination exchange execution executor expansion explanation
  exploration explorer export extraction extractor fetcher filtering finder forecast formatter formatting
  generation generator geocoding grouping identification import indexing inference ingestion
  initialisation initialization insertion inspection inspector installation integration interaction
  interpretation introspection invocation listing localisation localization login logout lookup management
  manager manipulation mapping matching measurement merger messaging migration moderation modification
  monitor monitoring navigation negotiation normalisation normalization notification observation operation
  operations optimisation optimization orchestration organisation parser parsing payment planner planning
  playback prediction preparation preview prioritisation prioritization processing processor production
  profiling projection publication publishing purchase query querying ranking recognition recommendation
  recommendations reconciliation recording recovery redaction reduction refinement registration reload
  removal renderer rendering renewal replacement reporting reproduction reservation reset resolution
  resolver restoration retrieval reversal reverser review rollback routing runner sampling scan scanner
  scheduler scheduling scoring scraper scraping scrubber search searcher segmentation selection
  serialisation serialization setup simulation simulator sorting storage streaming submission subscription
  substitution suggestion suggestions summarisation summarization summary sync synchronisation
  synchronization synthesis tagging teardown termination tokenisation tokenization tracker tracking
  transaction transcription transfer transformation translation translator transmission troubleshooting
  update upload uploader upsert validation validator verification verifier viewer visualisation
  visualization walkthrough writer
`;
