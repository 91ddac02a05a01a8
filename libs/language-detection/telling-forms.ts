import type { Script } from './script-histogram.js';

/** Letters beyond a to z that a language writes; a text with others is less likely in it. */
export const alphabets: Readonly<Record<string, string>> = {
  af: 'áéèêëíïîóôöúûŉ',
  an: 'áéíóúüñç',
  az: 'əğıöşüç',
  br: 'ñùâêéèôûü',
  bs: 'čćđšž',
  ca: 'àèéíïòóúüç·',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'æøåéüö',
  de: 'äöüßé',
  en: 'éïêñ',
  eo: 'ĉĝĥĵŝŭ',
  es: 'áéíóúüñ',
  et: 'äöüõšž',
  eu: 'ñü',
  fi: 'äöåšž',
  fr: 'àâæçèéêëîïôœùûüÿ',
  gl: 'áéíóúüïñ',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  id: 'é',
  is: 'áéíóúýðþæö',
  it: 'àèéìíîòóùú',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  ms: 'é',
  nb: 'æøåéòôêàü',
  nl: 'ëïéèêöüáóç',
  nn: 'æøåéòôêàü',
  oc: 'áàçèéíïòóúüâêû',
  pl: 'ąćęłńóśźż',
  pt: 'ãõáéíóúâêôàçü',
  ro: 'ăâîșțşţ',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšžćđ',
  sq: 'ëç',
  sr: 'čćđšž',
  sv: 'åäöéàü',
  tl: 'ñáéíóú',
  tr: 'çğıöşüâîû',
};

/**
 * Beginnings, endings and spellings that one language has and its nearest relatives have not. A pattern may match
 * several times; each match speaks for all the languages named.
 */
export const tellingForms: Partial<Record<Script, readonly (readonly [RegExp, string])[]>> = {
  Latn: [
    // Galician against Portuguese and Spanish.
    [/(?:cións?|sións?|dades?|[aeiou]xes?|[aeo]ría|eiros?|eiras?|ábeis?|íbel)(?!\p{L})/gu, 'gl'],
    [
      /(?<!\p{L})(?:x[aeiou]\p{L}{2,}|\p{L}+xo|\p{L}+xa|\p{L}+áronse|\p{L}+ouse|[cd]alque?r|\p{L}+nlle|\p{L}+ían)(?!\p{L})/gu,
      'gl',
    ],
    [/nh|lh/gu, 'pt oc'],
    [/ñ/gu, 'es gl'],
    [/(?:ção|ções|ão|ões|ãe)(?!\p{L})/gu, 'pt'],
    // Spanish: diphthongs that Galician and Portuguese lack, Aragonese has some.
    [/(?:ue[bdglnrst]|ie[bdglnrst])/gu, 'es an'],
    // Occitan against Catalan and French.
    [
      /(?<!\p{L})\p{L}*(?:ò\p{L}+|èr\p{L}|ètz|atz|etz|[aeiou]guèt|èt|èron|èrem|iá|ián|ava[ns]|cion|cions|ç[oò]n|tge|tja|adís|[aeiou]lh)(?!\p{L})/gu,
      'oc',
    ],
    [/(?:l·l|ny(?!\p{L})|[aeiou]ig(?!\p{L})|itz[ae]r|ció(?!\p{L})|cions(?!\p{L})|nç)/gu, 'ca'],
    // Aragonese against Spanish and Catalan.
    [
      /(?<!\p{L})(?:d['’]os?|d['’]as?|en as?|en os?|por as?|por os?|t['’]os?|t['’]as?|ta [oa]s?|a os?|de l['’])(?!\p{L})/gu,
      'an',
    ],
    [
      /(?<!\p{L})(?:ch(?:o|e|i|u)[nvrs]\p{L}+|\p{L}+(?:ny[oa]s?|atz|etz|itz|otz|eba[ns]?|azión|oron|ioron))(?!\p{L})/gu,
      'an',
    ],
    // Afrikaans against Dutch: y for ij, sk for sch, doubled negation, no -n in plurals.
    [/(?<!\p{L})['’]n(?!\p{L})/gu, 'af'],
    [/(?:ij|sch|zo|[aeou]z[aeiou])/gu, 'nl'],
    [
      /(?<!\p{L})(?:sk[aeiou]\p{L}+|\p{L}+(?:lik|like|heid|aar|yf|yn|yd|ys|[^aeiou]ing|ies|[jkps]ie|uig|oë|eë)|ge[bdfghklmnprstvw]\p{L}+(?<!d|t|n)|vry|by|sy|my|hy|w[aei]r[ek]\p{L}*)(?!\p{L})/gu,
      'af',
    ],
    // Breton.
    [/c['’]h|zh|(?<!\p{L})(?:gw|kr|k[eou]r)\p{L}+|(?:où|ioù|et|añ|iñ|añs|ezh|idigezh|our|er)(?!\p{L})/gu, 'br'],
    [/c['’]h|zh|iñ(?!\p{L})|où(?!\p{L})|añ(?!\p{L})/gu, 'br'],
    // Esperanto: endings by word class.
    [/(?<!\p{L})\p{L}{2,}(?:oj|ojn|aj|ajn|on|an|as|is|os|us)(?!\p{L})/gu, 'eo'],
    [/(?:oj|ojn|aj|ajn)(?!\p{L})|(?<!\p{L})mal\p{L}+/gu, 'eo'],
    // Indonesian against Malay.
    [/(?:isasi|itas|asi|sional|nya(?=\s*[?.!]?$)|if)(?!\p{L})/gu, 'id'],
    [/(?:si(?<=[^a]si)|isme|iti|asyarakat)(?!\p{L})|(?<!\p{L})(?:k[ae]r[ae]na|ter[bdk]\p{L}+kan)(?!\p{L})/gu, 'ms'],
    // Serbian in Latin letters against Croatian and Bosnian: e where they have je or ije.
    [/(?:ije|[bdlmnpstv]je)/gu, 'hr bs'],
    [/(?<!\p{L})(?:treba(?:lo)?|mogu|može|želi|hoće|mora(?:mo)?|volim|uči|počela) da(?!\p{L})/gu, 'sr'],
    // Nynorsk against Bokmål and Danish.
    [
      /(?<!\p{L})(?:kv\p{L}+|\p{L}+(?:leg|lege|ane|inga|ande|heim|[^s]iva|era|enda|arar|ane))(?!\p{L})|(?<!\p{L})(?:ei[nt]|eig\p{L}+|fr[åa]\p{L}*|heim\p{L}*)(?!\p{L})/gu,
      'nn',
    ],
    [/(?<!\p{L})(?:\p{L}+(?:lig|lige|ene|het|ingen))(?!\p{L})/gu, 'nb'],
    [/(?<!\p{L})\p{L}+(?:hed|ede|ør|øg|av|ig|tion|sion)(?!\p{L})/gu, 'da'],
    [/\p{L}{3}ar(?!\p{L})/gu, 'nn sv'],
    [/[æø]/gu, 'da nb nn'],
    [/(?:sjon|sjoner|sjonen|kk|tt|pp)(?!\p{L})/gu, 'nb nn sv'],
  ],
  Cyrl: [
    // East and South Slavic in Cyrillic letters: adjectives, infinitives, articles.
    [/(?:ый|ий|ая|ое|ее|ые|ие|ого|его|ться|[аеиы]ть|ешь|ишь)(?!\p{L})/gu, 'ru'],
    [/(?:ий|ій|ння|ати|ити|ться|ами|ого|ому|ки|ти)(?!\p{L})/gu, 'uk'],
    [/(?:ць|цца|аць|ыць|ага|ому|аму|скі|кі|ня)(?!\p{L})|дз|дж/gu, 'be'],
    [/(?:ът|ят|ият|ата|ята|ите|ето|ата|ене|ане|ваш|каш)(?!\p{L})/gu, 'bg'],
    [/(?:от|ата|ите|ето|ање|ење|уваш|ув[аи]|иот|ија|ето)(?!\p{L})/gu, 'mk'],
    [/(?:ање|ење|ости|ама|има|ује|ије|ом|ног|их|ти|ао|ио|ла|ло|ли)(?!\p{L})/gu, 'sr'],
  ],
};
