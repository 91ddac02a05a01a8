/** Which shapes ideographs have: one collection of fonts has those of each region. */
export type CjkRegion = 'sc' | 'tc' | 'hk' | 'jp' | 'kr';

/** Where Debian's fonts-noto-cjk is. */
const cjkFolder = '/usr/share/fonts/opentype/noto';

const byScript: Readonly<Record<string, CjkRegion>> = { Hans: 'sc', Hant: 'tc', Jpan: 'jp', Kore: 'kr' };

/** The region whose shapes texts in a language have; undefined for a language of another script. */
export const cjkRegionOf = (language: string): CjkRegion | undefined => {
  try {
    const { script = '', region } = new Intl.Locale(language).maximize();
    const found = byScript[script];
    return found === 'tc' && (region === 'HK' || region === 'MO') ? 'hk' : found;
  } catch {
    return undefined;
  }
};

/** Characters of Chinese, Japanese and Korean, with their punctuation and wide forms. */
export const cjkCharacters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe30-\ufe4f\uff00-\uffef]/u;

/** The file of a face, and its name in there. */
export const cjkFace = (isSerif: boolean, isBold: boolean, region: CjkRegion): { path: string; name: string } => {
  const [family, weight] = [isSerif ? 'Serif' : 'Sans', isBold ? 'Bold' : 'Regular'];
  return {
    path: `${cjkFolder}/Noto${family}CJK-${weight}.ttc`,
    name: `Noto${family}CJK${region}-${weight}`,
  };
};
