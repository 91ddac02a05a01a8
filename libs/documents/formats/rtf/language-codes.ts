/** Languages by the lower ten bits of their LCID ([MS-LCID]). */
const listed = `
  01 ar 02 bg 03 ca 04 zh 05 cs 06 da 07 de 08 el 09 en 0a es 0b fi 0c fr 0d he 0e hu 0f is 10 it 11 ja 12 ko 13 nl
  14 nb 15 pl 16 pt 17 rm 18 ro 19 ru 1a hr 1b sk 1c sq 1d sv 1e th 1f tr 20 ur 21 id 22 uk 23 be 24 sl 25 et 26 lv
  27 lt 28 tg 29 fa 2a vi 2b hy 2c az 2d eu 2e hsb 2f mk 32 tn 34 xh 35 zu 36 af 37 ka 38 fo 39 hi 3a mt 3b se 3c ga
  3e ms 3f kk 40 ky 41 sw 42 tk 43 uz 44 tt 45 bn 46 pa 47 gu 48 or 49 ta 4a te 4b kn 4c ml 4d as 4e mr 4f sa 50 mn
  51 bo 52 cy 53 km 54 lo 56 gl 57 kok 5a syr 5b si 5d iu 5e am 61 ne 62 fy 63 ps 64 fil 65 dv 68 ha 6a yo 6d ba
  6e lb 6f kl 70 ig 7e br 80 ug 81 mi 82 oc 83 co 84 gsw 87 rw 88 wo 91 gd 92 ku
`;
const entries = listed.trim().split(/\s+/);
const primary: ReadonlyMap<number, string> = new Map(
  entries.flatMap((code, at) => (at % 2 === 0 ? [[Number.parseInt(code, 16), entries[at + 1] ?? '']] : [])),
);

/** Tags whose LCID is not that of the first variety of their language. */
const special: Readonly<Record<string, number>> = {
  zh: 0x0804,
  'zh-hant': 0x0404,
  'zh-tw': 0x0404,
  'zh-hk': 0x0c04,
  'zh-mo': 0x1404,
  'zh-sg': 0x1004,
  es: 0x0c0a,
  'es-mx': 0x080a,
  'es-es': 0x0c0a,
  'en-gb': 0x0809,
  'en-au': 0x0c09,
  'en-ca': 0x1009,
  'pt-pt': 0x0816,
  'fr-ca': 0x0c0c,
  'fr-be': 0x080c,
  'fr-ch': 0x100c,
  'de-ch': 0x0807,
  'de-at': 0x0c07,
  'nl-be': 0x0813,
  no: 0x0414,
  nn: 0x0814,
  sr: 0x281a,
  'sr-latn': 0x241a,
  'sr-cyrl': 0x281a,
  bs: 0x141a,
  ga: 0x083c,
  ur: 0x0420,
};

const codes = new Map(Array.from(primary, ([code, language]) => [language, code]));
const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** Languages that share their lower ten bits with Croatian and with Norwegian Bokmål. */
const sharing: Readonly<Record<string, readonly string[]>> = { hr: ['sr', 'bs', 'sh'], nb: ['no', 'nn'] };

/** Whether an LCID is of the language that a tag names, whichever variety. */
export const isOfLanguage = (lcid: number, tag: string): boolean => {
  const found = primary.get(lcid & 0x3ff);
  const language = languageOf(tag);
  return found !== undefined && (found === language || (sharing[found]?.includes(language) ?? false));
};

/** The LCID of a language tag, undefined where it has none. */
export const lcidOf = (tag: string): number | undefined => {
  const lower = tag.toLowerCase().replace('_', '-');
  const known = special[lower] ?? special[languageOf(tag)];
  const code = codes.get(languageOf(tag));
  return known ?? (code === undefined ? undefined : 0x400 | code);
};
