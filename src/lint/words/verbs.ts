/**
 * Verbs that say what a tool does, in base form. Left out on purpose: auxiliaries (be, have, do), "use",
 * "let" and "need", and verbs that descriptions mostly carry as adjectives ("specified", "required",
 * "related", "based", "associated"), because none of them names an action.
 */
export const VERBS = `
  accept access acknowledge acquire act activate adapt add adjust advance advise aggregate alert allocate
  allow alter amend analyse analyze annotate answer append apply approve archive arrange ask assemble
  assert assess assign attach audit augment authenticate authorise authorize automate backup balance ban
  batch begin benchmark bind blend block book bookmark boost branch break broadcast browse build buy
  calculate call cancel capture cast categorise categorize change chart check checkout choose chunk cite
  claim classify clean clear click clone close cluster collaborate collect combine comment commit compare
  compile complete compose compress compute concatenate conduct configure confirm connect consolidate
  construct contact control convert coordinate copy correct count crawl create crop customise customize
  cut debug decide declare decline decode decompose decrypt deduplicate define delegate delete deliver
  demonstrate deny deploy describe deserialise deserialize design destroy detach detect determine develop
  diagnose diff disable disassociate discard disconnect discover dispatch display dissociate distribute
  divide document download draft drag draw drop dump duplicate edit eject elicit embed emit emulate enable
  encode encrypt end enforce enhance enrich enrol enroll ensure enter enumerate erase establish estimate
  evaluate examine exchange exclude execute exit expand expire explain explore export expose extend
  extract facilitate favorite favourite feed fetch fill filter finalise finalize find finish fix flag
  flatten flip flush focus follow forecast fork format forward freeze gather generate geocode get give
  grade grant graph group guess guide halt handle hash help hide highlight host hover identify illustrate
  implement import improve include increase increment index infer inform ingest initialise initialize
  initiate inject insert inspect install instantiate instruct integrate interact interpolate interpret
  intersect invalidate invert investigate invite invoke issue iterate join jump keep kill label launch
  layer learn leave link list listen load localise localize locate lock log login logout look lookup
  maintain make manage manipulate map mark mask match materialise materialize measure memorise memorize
  merge message migrate minify mint mock modify monitor mount move multiply mute name navigate negate
  normalise normalize notify observe obtain offer open operate optimise optimize orchestrate order
  organise organize outline output overlay overwrite pack paint parse partition paste patch pause pay
  perform permit persist pick pin ping place plan play plot point poll populate post prefetch prepare
  present press preview print prioritise prioritize process procure produce profile promote prompt propose
  protect prove provide provision prune publish pull purchase purge push put qualify quantify query queue
  quit quote rank rate react read reassign reboot rebuild receive recognise recognize recommend reconcile
  record recover recreate redact redeem redeploy redirect redo reduce refactor refine reflect reformat
  refresh refund regenerate register reindex reject release reload remind remove rename render renew
  reopen reorder repair repeat replace replay reply report represent reprocess request rerun reschedule
  research reserve reset reshape resize resolve respond restart restore restrict resume retrain retrieve
  retry return reveal reverse revert review revise revoke rewrite rotate round route run sample sanitise
  sanitize save scale scan schedule score scrape screenshot scroll seal search see seed segment select
  sell send serialise serialize serve set share ship show shrink shuffle shut sign simulate skip sleep
  slice snapshot snooze solve sort source spawn split stage star start stash stop store stream strip
  structure submit subscribe subtract suggest summarise summarize supply surface suspend swap switch sync
  synchronise synchronize synthesise synthesize tag take tally teach tell terminate test toggle tokenise
  tokenize track trade train transcode transcribe transfer transform translate transmit transpose trash
  traverse trigger trim truncate tune turn type unarchive unassign unban unblock undelete undo unfollow
  uninstall unlink unlock unmount unpack unpin unpublish unregister unsubscribe unzip update upgrade
  upload upscale upsert validate verify view visit visualise visualize vote wait warn watch weigh wipe
  withdraw wrap write yield zip zoom
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
  batch book branch chart claim comment document end feed flag grant graph group guide hash host index
  issue label layer link log map mark message name order outline output partition place plan play point
  poll present process profile prompt quote rank rate record round route sample scale seed segment ship
  sign source stage star stream structure surface tag test trade train turn type vote
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
