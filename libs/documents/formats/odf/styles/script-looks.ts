import { putAttribute, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { type ScriptKind, scriptKind } from '#libs/text/languages/script-kind.js';
import { odfAttribute, odfName, prefixOf } from '../odf-names.js';
import type { Languages } from './language-tags.js';

/** Text has a size, a weight and a slant for each kind of script, which a file often says for the kind of its own text alone. */
const looks: readonly Record<ScriptKind, string>[] = ['font-size', 'font-weight', 'font-style'].map((look) => ({
  western: `fo:${look}`,
  eastAsian: `style:${look}-asian`,
  complex: `style:${look}-complex`,
}));

const kindOf = (language: string): ScriptKind | undefined => {
  try {
    return scriptKind(new Intl.Locale(language));
  } catch {
    return undefined;
  }
};

/**
 * The markup of a tag, `raw`, in which text in the script of the target looks as that of the source does. A look of
 * western text that the tag does not say stays that of the styles around it.
 */
export const withLooksOfScript = (
  raw: string,
  tag: XmlToken & { kind: 'open' },
  { source, target }: Languages,
): string => {
  const [from, to] = [kindOf(source), kindOf(target)];
  if (odfName(tag) !== 'style:text-properties' || from === undefined || to === undefined || from === to) return raw;
  let written = raw;
  for (const look of looks) {
    const own = odfAttribute(tag.attributes, look[from]);
    const other = odfAttribute(tag.attributes, look[to]);
    if (own === undefined) continue;
    if (other !== undefined) written = withAttribute(written, other.name, own.value);
    else if (to !== 'western') {
      const name = `${prefixOf(tag)}${look[to].slice('style:'.length)}`;
      written = putAttribute(written, tag.attributes, name, own.value);
    }
  }
  return written;
};
