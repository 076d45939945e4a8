/**
 * Data: what words mean in a sentence about tools, by class. A word stands in one class only, the one that
 * says most about what a clause asks of whom. Verbs are given in their base form; their other forms follow.
 */

export const CLASSES_OF_VERBS: Readonly<Record<string, string>> = {
  call: 'call invoke execute run trigger launch dispatch query initiate issue perform chain fire spawn kick bootstrap',
  use: 'use utilize utilise employ leverage',
  alter:
    'modify change replace override overwrite rewrite substitute swap alter adjust tweak amend edit mutate set force increase decrease multiply double halve inflate round shift default coerce tamper inject insert append prepend suffix prefix rename redirect reroute route convert normalize standardize pin lock transform supplement enrich augment',
  put: 'add include attach embed put pass supply fill populate bundle place provide incorporate concatenate tack slip',
  send: 'send forward upload transmit post mirror relay share sync synchronize export exfiltrate submit copy duplicate archive leak email mail bcc cc push publish broadcast stream deliver ship beam funnel pipe escrow replicate dump disclose contribute register feed hand furnish remit ferry smuggle siphon convey fax text bounce cross-post repost divert offload',
  log: 'log record store save persist cache retain keep track back backup stash write snapshot index note capture journal hoard amass bank tuck stow cling',
  read: 'read open peek access load scan inspect examine collect gather grab harvest ingest extract retrieve fetch reference resolve decode decrypt enumerate traverse crawl pull pick obtain look glance consult parse view browse scrape lift snag sweep slurp recover unlock probe peruse skim rifle sift comb mine intercept eavesdrop listen watch observe spy sniff overhear decipher dig walk ocr trawl rummage photograph',
  check:
    'check verify validate confirm ensure test audit assess evaluate review monitor authenticate authorize certify',
  drop: 'ignore disregard forget bypass skip discard neglect omit dismiss suppress circumvent evade exclude strip waive overlook sidestep shortcut',
  hide: 'hide conceal mask obscure obfuscate withhold disguise cloak bury veil shroud camouflage mute silence',
  tell: 'tell inform mention notify reveal announce acknowledge warn alert ask prompt explain state report say claim assure convince advise instruct remind reply respond',
  show: 'show display present output print return list render summarize',
  delete:
    'delete remove wipe void terminate cancel clear erase purge destroy kill reset revoke truncate uninstall disable deactivate close shut nuke scrub trash annihilate obliterate discontinue evict',
  make: 'create make generate build install download deploy clone fork import enable grant transfer pay purchase approve',
  connect: 'connect contact ping visit reach navigate request curl wget handshake beacon',
  prefer: 'prefer prioritize favor favour choose select rely recommend trust',
  bend: 'soften exaggerate fake forge falsify fabricate invent misreport distort skew bias slant fudge doctor massage pretend pose impersonate masquerade misrepresent embellish whitewash downplay misquote spoof rig mislabel backdate lie deny cheat mislead',
  weaken:
    'weaken loosen relax lower downgrade disarm neutralize defeat widen unblock unprotect whitelist exempt escalate elevate',
  sell: 'sell trade monetize auction resell lease rent bill overcharge spend buy subscribe order remunerate',
  go: 'go ride travel land arrive flow wander drift leave',
  allow: 'agree permit allow consent entitle empower license waive settle',
  linger: 'linger remain stay survive continue outlive autostart daemonize schedule lurk respawn',
  obey: 'follow obey comply adhere treat assume regard consider accept honor heed act believe bow',
};

/** Forms that no rule makes. */
export const IRREGULAR_VERBS: Readonly<Record<string, string>> = {
  call: 'ran',
  send: 'sent fed bcced',
  drop: 'forgot forgotten',
  log: 'kept wrote written',
  tell: 'told said',
  show: 'shown',
  prefer: 'chose chosen',
  make: 'made built',
  alter: 'overridden overrode rewritten rewrote overwritten',
  read: 'found',
  hide: 'hid',
  delete: 'shut',
};

export const CLASSES_OF_WORDS: Readonly<Record<string, string>> = {
  you: 'you your yourself assistant assistants llm llms agent agents ai claude gpt chatgpt model models copilot',
  user: "user users user's users' human humans customer customers operator person people anyone nobody caller callers client's owner",
  tool: 'tool tools function functions command commands endpoint operation operations action actions utility plugin api',
  it: 'it this itself system process service server platform',
  we: 'we our us ours ourselves maker makers author authors developer developers provider manufacturer publisher company firm staff analysts seller installer',
  must: 'must shall should always mandatory required requires require requirement needs need necessary obligatory compulsory essential crucial critical vital imperative automatically strictly invariably',
  not: "not never don't dont doesn't without no cannot can't mustn't shouldn't won't nor neither isn't aren't",
  when: 'when whenever before after prior once upon during while if each every any until ahead',
  first: 'first beforehand initially immediately already firstly preliminary',
  instead: 'instead rather regardless irrespective despite alternatively',
  also: 'also additionally simultaneously alongside furthermore plus meanwhile moreover besides then subsequently along oh concurrently together',
  quietly:
    'silently quietly secretly covertly discreetly stealthily invisibly background invisible transparently unobtrusively seamlessly hidden unseen unnoticed behind quiet discreet unannounced unprompted unasked unattended imperceptibly tacitly unbeknownst incognito stealth stealthy unspoken untraceable unaware unknowingly unwittingly unmentioned unreported undisclosed',
  secret:
    'credential credentials password passwords passphrase secret secrets token tokens cookie cookies ssh keyring keyrings keychain keystore vault wallet wallets mnemonic pem rsa gpg pgp kubeconfig apikey apikeys jwt oauth bearer iam passcode pin pins ssn cvv biometrics otp otps 2fa mfa totp seed creds cred pwd pgpass htpasswd passports passport iban ibans cvc recovery one-time',
  key: 'key keys certificate certificates auth authentication login logins',
  private:
    'private sensitive confidential personal proprietary classified internal protected restricted privileged salary salaries payroll medical diagnosis diagnoses medication health birthday birthdate dob ethnicity religion geolocation whereabouts identity identities fingerprint fingerprints faces intimate addresses',
  config:
    'config configs configuration configurations env environment environ variable variables dotfiles dotfile gitconfig bashrc npmrc passwd shadow hosts settings keyfile home profile bash_history history registry',
  file: 'file files folder directory directories document documents disk filesystem drive path paths attachment attachments contents content snapshot',
  context:
    'conversation conversations chat chats prompt prompts transcript session sessions clipboard memory dialogue messages message email emails inbox contacts calendar dm dms keystrokes screen screenshot browsing',
  arg: 'argument arguments parameter parameters param params field fields value values query queries input inputs limit recipient recipients destination address url body payload header headers flag amount account request requests subject branch location id',
  output:
    'result results response responses reply answer data information records record rows output metadata details',
  external:
    'external remote third-party third analytics telemetry webhook cloud public shared outside partner monitoring dashboard cdn upstream vendor collector aggregator offsite off-site repository archive bucket channel backend centralized central abroad overseas affiliate affiliates broker brokers advertiser advertisers insurer insurers reseller press pastebin paste gist telegram discord s3 ftp partners stranger strangers outsider outsiders',
  pretext:
    'audit audits auditing compliance security safety integrity verification validation policy policies regulatory regulation governance diagnostics diagnostic debugging optimization performance consistency protocol protocols quality record-keeping caching personalization convenience reproducibility traceability accountability logging tracking backup backups retention troubleshooting improvement reliability compatibility transparency fraud efficiency standard standards procedure mandate approval permissions permission authorization sanity continuity resilience',
  rank: 'priority precedence overrides supersedes outranks override authority authoritative supersede higher highest above',
  alarm:
    'important urgent alert notice warning attention announcement directive instruction instructions rule rules mode note reminder notification update',
  stale:
    'deprecated disabled unavailable retired obsolete aliased outdated broken unreliable unsafe compromised insecure offline maintenance suspended blocked legacy vulnerable unsupported',
  asked:
    'requested specified given provided original intended desired user-specified supplied entered typed asked actual',
  all: 'all entire full complete whole everything anything whatever raw unfiltered verbatim',
  only: 'only locally local solely merely just exclusively',
  previous: 'previous previously earlier preceding former existing current recent last',
  rights: 'admin administrator administrators root superuser elevated sudoer break-glass rights ownership',
  guard:
    'firewall firewalls sandbox antivirus guardrail guardrails safeguard safeguards moderation confirmation confirmations consent clearance protection protections dialog dialogs popup popups pop-up pop-ups filter filters restriction restrictions limits checks sandboxing',
  money:
    'money payment payments invoice invoices refund refunds payee payout payouts funds fee fees commission cents coins bitcoin crypto deposit deposits reimbursement reimbursements',
  advert:
    'advert adverts advertisement ads slogan sponsor sponsored sponsors promo promotion promotional coupon coupons brand brands competitor competitors rival rivals',
  sensor:
    'camera cameras microphone microphones webcam gps recording recordings voice voices photo photos position positions',
  extra: 'extra another additional second further spare',
  startup:
    'startup autorun cron crontab launchd systemd daemon hook hooks boot reboot sidecar rootkit backdoor listener tunnel',
  shell:
    'shell bash sudo terminal script scripts subprocess powershell cmd javascript python exec eval code sh chmod rm cat tar',
};
