/** The units of a file of XLIFF, with what stands between them. */
const unit = /(<((?:\w+:)?(?:trans-unit|segment))[\s>].*?<\/\2>)/gs;

const contentOf = (text: string, name: string): RegExpExecArray | null =>
  new RegExp(`(<((?:\\w+:)?${name})(?:\\s[^<>]*)?(?<!/)>)(.*?)(</\\2>)`, 's').exec(text);

/** The beginning of a unit, up to what may hold another source and target. */
const ownOf = (text: string): string =>
  text.split(/<(?:\w+:)?(?:alt-trans|note|context-group|count-group|prop-group)[\s>]/)[0] ?? '';

export const isXliff = (text: string): boolean => /^.{0,500}?<(?:\w+:)?xliff[\s>]/s.test(text);

/**
 * The source file with the translations of another one in the place of its sources, so that both can be compared as files of one
 * language are. In the place of a unit that is not as it has to be, there is the unit of the translated file.
 */
export const withTranslationsAsSources = (source: string, translated: string): string => {
  const [before, after] = [source.split(unit), translated.split(unit)];
  if (before.length !== after.length) return translated;
  return after
    .map((text, at) => {
      const was = before[at] ?? '';
      // Of the two groups of the expression the second is the name of the unit.
      if (at % 3 === 2) return '';
      return at % 3 === 0 || text === was ? text : unitWithTranslation(was, text);
    })
    .join('');
};

/** A unit without its target, and without what says how far it is translated. */
const restOf = (text: string): string => {
  const own = ownOf(text);
  const rest = own
    .replace(/\s*<((?:\w+:)?target)(?:\s[^<>]*)?(?:\/>|>.*?<\/\1>)/s, '')
    .replace(/\s(?:approved|state|subState)="[^"]*"/g, '');
  return rest + text.slice(own.length);
};

const unitWithTranslation = (was: string, text: string): string => {
  const name = contentOf(ownOf(was), 'seg-source') === null ? 'source' : 'seg-source';
  const [one, other, target] = [contentOf(was, name), contentOf(text, name), contentOf(ownOf(text), 'target')];
  if (one === null || target === null || one[0] !== other?.[0] || restOf(was) !== restOf(text)) return text;
  const written = was.replace(one[0], () => `${one[1]}${target[3]}${one[4]}`);
  const copy = contentOf(ownOf(was), 'target');
  // A copy of the source stays one: it is no translation.
  return copy !== null && copy[3] === one[3]
    ? written.replace(copy[0], () => `${copy[1]}${target[3]}${copy[4]}`)
    : written;
};
