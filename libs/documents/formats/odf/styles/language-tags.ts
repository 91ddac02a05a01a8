import { putAttribute, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { type ScriptKind, scriptKind } from '#libs/text/languages/script-kind.js';
import { odfAttribute, odfName } from '../odf-names.js';

export interface Languages {
  source: string;
  target: string;
}

/** Text has a language for each kind of script: that of its western, its East Asian and its complex characters. */
const slots = [
  { language: 'fo:language', country: 'fo:country', script: 'fo:script', tag: 'style:rfc-language-tag' },
  ...['asian', 'complex'].map((kind) => ({
    language: `style:language-${kind}`,
    country: `style:country-${kind}`,
    script: `style:script-${kind}`,
    tag: `style:rfc-language-tag-${kind}`,
  })),
];
const primary = (tag: string): string | undefined => tag.toLowerCase().split(/[-_]/)[0];

/** Whether a language tag names the source language (`en` and `en-GB` for `en`). */
export const namesSource = (tag: string, { source }: Languages): boolean => primary(tag) === primary(source);

const localeOf = (tag: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
};

const slotOf: Record<ScriptKind, number> = { western: 0, eastAsian: 1, complex: 2 };

/** Sets the languages of text that name the source language to the target, each with its country and script. */
export const relabelled = (token: XmlToken & { kind: 'open' }, languages: Languages): string | undefined => {
  if (odfName(token) !== 'style:text-properties') return undefined;
  const target = localeOf(languages.target);
  if (target === undefined) return undefined;
  const has = (name: string) => odfAttribute(token.attributes, name);
  const named = slots.filter(({ language }) => namesSource(has(language)?.value ?? '', languages));
  if (named.length === 0) return undefined;
  const own = slots[slotOf[scriptKind(target)]];
  if (own !== undefined && !named.includes(own) && has(own.language) !== undefined) named.push(own);
  let tag = token.raw;
  for (const slot of named) {
    const set = (name: string, value: string) => {
      const attribute = has(name);
      if (attribute !== undefined) tag = withAttribute(tag, attribute.name, value);
    };
    set(slot.language, target.language);
    set(slot.tag, languages.target);
    const script = target.script ?? 'none';
    set(slot.script, script);
    const country = target.region ?? (target.script === undefined ? 'none' : (target.maximize().region ?? 'none'));
    const language = has(slot.language);
    const prefix = language?.name.slice(0, -language.local.length) ?? '';
    tag = putAttribute(
      tag,
      token.attributes,
      has(slot.country)?.name ?? `${prefix}${slot.country.split(':')[1]}`,
      country,
    );
  }
  return tag;
};
