import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font, type Glyph } from 'fontkit';
import { scriptOf } from '#libs/text/languages/script-kind.js';
import { type CjkRegion, cjkCharacters, cjkFace, cjkRegionOf } from './cjk-fonts.js';
import type { FontLook } from './pdf-font.js';
import { unpackedFont } from './woff.js';

/** A font file that translations are set in. */
export interface FontFace {
  key: string;
  font: Font;
  /** Whether its outlines are those of CFF, where a character of most scripts is one glyph of its own. */
  isCff: boolean;
}

const packages = createRequire(import.meta.url);

const packaged = (family: string, subset: string, weight: 400 | 700, style: 'normal' | 'italic'): string =>
  join(
    dirname(packages.resolve(`@fontsource/${family}/package.json`)),
    'files',
    `${family}-${subset}-${weight}-${style}.woff`,
  );

/** The characters that a part of a packaged family may have. */
const subsets: readonly [name: string, characters: RegExp][] = [
  ['latin', /[^\p{L}\p{M}]|\p{Script=Latin}|\p{M}/u],
  ['latin-ext', /[^\p{L}\p{M}]|\p{Script=Latin}|\p{M}/u],
  ['vietnamese', /[\p{Script=Latin}\p{M}₫]/u],
  ['greek', /[\p{Script=Greek}\p{M}]|[^\p{L}]/u],
  ['cyrillic', /[\p{Script=Cyrillic}\p{M}№₽]/u],
  ['cyrillic-ext', /[\p{Script=Cyrillic}\p{M}]/u],
  ['greek-ext', /\p{Script=Greek}/u],
  ['devanagari', /[\p{Script=Devanagari}।॥◌₹]/u],
];

const families = { sans: 'noto-sans', serif: 'noto-serif', mono: 'noto-sans-mono' } as const;

/** Where Debian's fonts-noto-core is. */
const systemFolder = '/usr/share/fonts/truetype/noto';
const systemScripts =
  'Armenian Bengali Cherokee Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Mongolian Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(
    ' ',
  );
const systemFont = (script: string, face: string): string =>
  join(systemFolder, `Noto${script === 'Tibetan' ? 'Serif' : 'Sans'}${script}-${face}.ttf`);

interface Candidate {
  path: string;
  /** The name of the face in a collection. */
  name?: string;
  characters: RegExp;
}

const candidatesFor = ({ family, isBold, isItalic, typeface = 'noto' }: FontLook, region: CjkRegion): Candidate[] => {
  const weight = isBold ? 700 : 400;
  const style = isItalic && family !== 'mono' ? 'italic' : 'normal';
  const near = subsets.flatMap(([subset, characters]) => {
    const path = typeface === 'noto' ? undefined : packaged(typeface, subset, weight, style);
    return path !== undefined && existsSync(path) ? [{ path, characters }] : [];
  });
  const own = subsets.map(([subset, characters]) => ({
    path: packaged(families[family], subset, weight, style),
    characters,
  }));
  const sans = subsets.map(([subset, characters]) => ({
    path: packaged('noto-sans', subset, weight, 'normal'),
    characters,
  }));
  const others = [
    { path: packaged('noto-sans-arabic', 'arabic', weight, 'normal'), characters: /\p{Script_Extensions=Arabic}/u },
    { path: packaged('noto-sans-hebrew', 'hebrew', weight, 'normal'), characters: /[\p{Script=Hebrew}₪]/u },
  ];
  const cjk = [family === 'serif', false].map((isSerif) => ({
    ...cjkFace(isSerif, isBold, region),
    characters: cjkCharacters,
  }));
  const system = (isBold ? ['Bold', 'Regular'] : ['Regular']).flatMap((face) =>
    systemScripts.map((script) => ({
      path: systemFont(script, face),
      characters: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
    })),
  );
  const signs = ['Symbols', 'Symbols2', 'Math'].map((name) => ({
    path: join(systemFolder, `NotoSans${name}-Regular.ttf`),
    characters: /[^\p{L}]|[\u{1d400}-\u{1d7ff}]/u,
  }));
  return [...near, ...own, ...others, ...cjk, ...system, ...sans, ...signs].filter(
    ({ path }, at, all) => all.findIndex((other) => other.path === path) === at,
  );
};

const candidates = new Map<string, Candidate[]>();
const faces = new Map<string, FontFace>();

/** Undefined while the file is not there: fonts may be installed while the service runs. */
const loaded = ({ path, name }: Candidate): FontFace | undefined => {
  const key = name ?? path;
  const known = faces.get(key);
  if (known || !existsSync(path)) return known;
  const font = create(unpackedFont(readFileSync(path)), name);
  if (!('layout' in font)) throw new TypeError('A collection of fonts is none');
  tellCharacters(font);
  const face = { key, font, isCff: name !== undefined };
  faces.set(key, face);
  return face;
};

/** Glyphs with their characters that a font remembers, at most. */
const maxGlyphs = 20_000;

/** The font has one object for each glyph, with the characters that it stood for first; for others there is another one. */
const tellCharacters = (font: Font): void => {
  const shared = font.getGlyph.bind(font);
  const known = new Map<string, Glyph>();
  font.getGlyph = (id, codePoints) => {
    if (codePoints === undefined) return shared(id);
    const key = `${id} ${codePoints.join(' ')}`;
    const found = known.get(key);
    if (found) return found;
    const glyph: Glyph = Object.create(shared(id, codePoints), { codePoints: { value: [...codePoints] } });
    if (known.size >= maxGlyphs) known.clear();
    known.set(key, glyph);
    return glyph;
  };
};

/** The first face that has the character; undefined where none has. */
export const faceFor = (look: FontLook, character: string, region: CjkRegion = 'sc'): FontFace | undefined => {
  const key = `${look.family} ${look.isBold} ${look.isItalic} ${look.typeface} ${region}`;
  const list = candidates.get(key) ?? candidatesFor(look, region);
  candidates.set(key, list);
  const point = character.codePointAt(0) ?? 0;
  for (const candidate of list) {
    if (!candidate.characters.test(character)) continue;
    const face = loaded(candidate);
    if (face?.font.hasGlyphForCodePoint(point)) return face;
  }
  return undefined;
};

/** The width of a letter that the faces of a look have, in ems. */
export const widthOfLetter = (look: FontLook, letter: string): number => {
  const font = faceFor(look, letter)?.font;
  return font ? font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm : 0;
};

/** Letters of scripts, by which is told whether a text of them can be set. */
const letters: Readonly<Record<string, string>> = {
  Arab: 'ع',
  Armn: 'ա',
  Beng: 'ক',
  Cans: 'ᐃ',
  Cher: 'Ꭰ',
  Cyrl: 'ж',
  Deva: 'क',
  Ethi: 'አ',
  Geor: 'ა',
  Grek: 'ω',
  Gujr: 'ક',
  Guru: 'ਕ',
  Hang: '한',
  Hani: '中',
  Hans: '中',
  Hant: '中',
  Hebr: 'ש',
  Jpan: 'あ',
  Khmr: 'ក',
  Knda: 'ಕ',
  Kore: '한',
  Laoo: 'ກ',
  Mlym: 'ക',
  Mong: 'ᠠ',
  Mymr: 'က',
  Nkoo: 'ߊ',
  Orya: 'କ',
  Sinh: 'ක',
  Taml: 'க',
  Telu: 'క',
  Thaa: 'ހ',
  Thai: 'ก',
  Tfng: 'ⴰ',
  Tibt: 'ཀ',
  Yiii: 'ꀀ',
};

/** Why there is no font for texts in a language; undefined where there is one. */
export const missingFontOf = (language: string): string | undefined => {
  const letter = letters[scriptOf(language) ?? 'Latn'];
  if (letter === undefined || faceFor({ family: 'sans', isBold: false, isItalic: false }, letter)) return undefined;
  if (cjkRegionOf(language)) return missingPackage('Chinese, Japanese or Korean', 'fonts-noto-cjk');
  const script = systemScripts.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(letter));
  return script === undefined
    ? 'There is no font in which a PDF could be set in the target language.'
    : missingPackage(`${script} letters`, 'fonts-noto-core');
};

const missingPackage = (letters: string, name: string): string =>
  `A PDF in ${letters} needs the fonts of the package ${name}, which is not installed here yet.`;
