/** Small words that tell English from other languages in Latin script. Words common to several are left out. */
export const ENGLISH_STOP_WORDS = new Set(
  `a all an and any are as at be been but by can each for from has have if into is it its must not of on
  only or other over should some such than that the their them then there these they this to use used
  using was when where which will with without you your`.split(/\s+/),
);

/** German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Danish, Polish, Turkish, Indonesian. */
export const OTHER_STOP_WORDS = new Set(
  `aan al alle als auf aus av avec bei bir con da dan das de dei del della den der des det di din dos du
  ein eine einer eines el elle en er est et fra für gli het i ile il im ist jest ke la las le les lo los
  lub met mit na nach nel nicht nie niet não och oder og om ou où para par per pour por przez que qui si
  sie som sous sur til till todo um una und une uma van ve veya via vom von voor wird y yang zu zum zur
  até com em ao às için ini bu één è à é são från`.split(/\s+/),
);
