import type { LanguageCode } from '../../inference.port.js';

/**
 * ISO 639-1 codes by the ISO 639-3 codes of Apertium's mode names. Serbo-Croatian is one language there: as a source it
 * reads all three, as a target a variant writes each.
 */
const byThreeLetters: Readonly<Record<string, readonly LanguageCode[]>> = {
  afr: ['af'],
  arg: ['an'],
  bel: ['be'],
  bre: ['br'],
  bul: ['bg'],
  cat: ['ca'],
  cym: ['cy'],
  dan: ['da'],
  deu: ['de'],
  eng: ['en'],
  epo: ['eo'],
  eus: ['eu'],
  fra: ['fr'],
  gle: ['ga'],
  glg: ['gl'],
  hbs: ['bs', 'hr', 'sr'],
  hin: ['hi'],
  ind: ['id'],
  isl: ['is'],
  ita: ['it'],
  kaz: ['kk'],
  mkd: ['mk'],
  mlt: ['mt'],
  nld: ['nl'],
  nno: ['nn'],
  nob: ['nb'],
  oci: ['oc'],
  pol: ['pl'],
  por: ['pt'],
  ron: ['ro'],
  rus: ['ru'],
  slv: ['sl'],
  spa: ['es'],
  srd: ['sc'],
  swe: ['sv'],
  tat: ['tt'],
  ukr: ['uk'],
  urd: ['ur'],
  zlm: ['ms'],
};

/** Variants that are languages with a code of their own. */
const byVariant: Readonly<Record<string, LanguageCode>> = { hbs_BS: 'bs', hbs_HR: 'hr', hbs_SR: 'sr' };

/** BCP 47 tags of variants. Those of orthography alone are not offered (`valencia_uni`, `pre2017`, `PTpre1990`, `nno_e`). */
const variantTags: Readonly<Record<string, LanguageCode>> = {
  cat_valencia: 'ca-valencia',
  eng_US: 'en-US',
  oc_aran: 'oc-aranes',
  oci_aran: 'oc-aranes',
  oci_gascon: 'oc-gascon',
  por_BR: 'pt-BR',
  pt_BR: 'pt-BR',
};

/** Tags of the plain languages where another region has a mode of its own (`colour`, `comboio`). */
export const plainTags: ReadonlyMap<LanguageCode, LanguageCode> = new Map([
  ['en-US', 'en-GB'],
  ['pt-BR', 'pt-PT'],
]);

export interface EngineLanguage {
  /** Codes of the language; empty for one without an ISO 639-1 code. */
  codes: readonly LanguageCode[];
  /** Tag of a variant that has one: `pt-BR`. */
  tag?: LanguageCode;
  /** Variant, `BR` of `por_BR`; undefined for the plain language. */
  variant?: string;
}

/** Reads one side of a mode name (`es`, `spa`, `por_BR`). */
export const engineLanguage = (name: string, side: 'source' | 'target'): EngineLanguage => {
  const own = byVariant[name];
  if (own !== undefined) return { codes: [own] };
  const [language = '', ...variant] = name.split('_');
  if (language === 'hbs' && side === 'target') return { codes: [] };
  const codes = language.length === 2 ? [language] : (byThreeLetters[language] ?? []);
  if (variant.length === 0) return { codes };
  const tag = variantTags[name];
  return { codes, variant: variant.join('_'), ...(tag === undefined ? {} : { tag }) };
};
