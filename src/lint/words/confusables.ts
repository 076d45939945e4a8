/** Data: letters of other scripts that look like Latin ones, each list under the letter it imitates. */

const LOOKALIKES: Record<string, string> = {
  a: 'аɑαАΑ',
  b: 'ЬвΒВ',
  c: 'сϲСϹ',
  d: 'ԁɗ',
  e: 'еєҽЕΕ',
  f: 'ϝғ',
  g: 'ɡց',
  h: 'һНΗ',
  i: 'іıɩιІΙӏ',
  j: 'јЈ',
  k: 'кκКΚ',
  l: 'ⅼլ',
  m: 'мМΜ',
  n: 'ոпΝ',
  o: 'оοσօОΟ',
  p: 'рρРΡ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕЅ',
  t: 'тτТΤ',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝшω',
  x: 'хχХΧ',
  y: 'уүγУΥ',
  z: 'ᴢΖ',
};

/** Lower case throughout: what is compared is compared without case. */
export const CONFUSABLE: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, alike]) => [...alike].map((char) => [char, latin] as const)),
);
