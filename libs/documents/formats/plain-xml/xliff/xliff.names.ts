import type { WalkContext } from '../../text/text-walker.js';
import type { XmlAttribute } from '../../xml/xml-tokens.js';

const namespace = 'urn:oasis:names:tc:xliff:document:';

/** A family of versions of XLIFF: 1.0 to 1.2, or 2.0 and later. */
export interface XliffVersion {
  isSecond: boolean;
  /** Whether a target can say that it was made by a machine (1.1 and 1.2). */
  hasQualifiers: boolean;
}

/** The version that the root of a file names; undefined where it is no XLIFF. */
export const xliffVersionOf = (
  local: string,
  uri: string,
  attributes: readonly XmlAttribute[],
): XliffVersion | undefined => {
  if (local !== 'xliff' || (uri !== '' && !uri.startsWith(namespace))) return undefined;
  const named = attributes.find(({ name }) => name === 'version')?.value ?? '';
  const version = uri === '' ? named : uri.slice(namespace.length);
  return { isSecond: version.startsWith('2'), hasQualifiers: /^1\.[12]$/.test(version) };
};

/** Whether an element is of XLIFF, and not of another vocabulary within it. */
export const isOfXliff = (uri: string): boolean => uri === '' || uri.startsWith(namespace);

/** The element that holds a source and its target. */
export const unitName = ({ isSecond }: XliffVersion): string => (isSecond ? 'segment' : 'trans-unit');

/** States of targets that are still to be translated. */
export const untranslatedStates: ReadonlySet<string> = new Set(['new', 'needs-translation', 'initial']);

export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

export const attributeNamed = (attributes: readonly XmlAttribute[], name: string): string | undefined =>
  attributes.find((one) => one.name === name)?.value;

/** Whether a file is written in another language than its sources. */
export const isTranslation = (
  context: WalkContext,
): context is WalkContext & { languages: { source: string; target: string } } =>
  context.languages !== undefined &&
  primaryLanguage(context.languages.source) !== primaryLanguage(context.languages.target);
