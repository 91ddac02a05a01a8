import type { ConformanceClaim, FormatWarning } from '../../format.port.js';

/** Properties of a translation that can be shown to hold. */
export interface Properties {
  /** Each glyph stands for a character of a font, and for text that was in the file. */
  areAllKnown: boolean;
  /** Each glyph has a text of its own, which scripts that join letters cannot give to every one. */
  haveAllText: boolean;
  /** Each page is in the structure tree, if the source was. */
  areAllTagged: boolean;
}

const archivePart = /pdfaid:part(?:>|\s?=\s?["'])\s?(\d)/;
const archiveLevel = /pdfaid:conformance(?:>|\s?=\s?["'])\s?([A-Za-z])/;
const accessible = /<pdfuaid:part>|pdfuaid:part\s?=/;
const accessiblePart = /pdfuaid:part(?:>|\s?=\s?["'])\s?(\d)/;
const archiveClaims =
  /<pdfaid:[A-Za-z]{1,32}>[^<]{0,64}<\/pdfaid:[A-Za-z]{1,32}>|\spdfaid:[A-Za-z]{1,32}=(?:"[^"<]{0,64}"|'[^'<]{0,64}')/g;
const accessibleClaims =
  /<pdfuaid:[A-Za-z]{1,32}>[^<]{0,64}<\/pdfuaid:[A-Za-z]{1,32}>|\spdfuaid:[A-Za-z]{1,32}=(?:"[^"<]{0,64}"|'[^'<]{0,64}')/g;
const strictLevel = /(<pdfaid:conformance>|\spdfaid:conformance=["'])[AU](?=[<"'])/;
const taggedLevel = /(<pdfaid:conformance>|\spdfaid:conformance=["'])A(?=[<"'])/;

/** The part of PDF/A that the metadata claim; undefined where they claim none. */
export const archivePartOf = (xml: string): number | undefined => {
  const [, part] = archivePart.exec(xml) ?? [];
  return part === undefined ? undefined : Number(part);
};

/** The names of the standards that the metadata claim; undefined each where they claim none. */
const claimsIn = (xml: string): { archive: string | undefined; accessible: string | undefined } => {
  const part = archivePartOf(xml);
  const [, level = ''] = archiveLevel.exec(xml) ?? [];
  const [, ua] = accessiblePart.exec(xml) ?? [];
  return {
    archive: part === undefined ? undefined : `PDF/A-${part}${level.toLowerCase()}`,
    accessible: ua === undefined ? undefined : `PDF/UA-${ua}`,
  };
};

/** Claims in the metadata of a file, and those that are left in its translation. */
export const conformanceOf = (source: string, translation: string): ConformanceClaim[] => {
  const [before, after] = [claimsIn(source), claimsIn(translation)];
  return (['archive', 'accessible'] as const).flatMap((kind) => {
    const [standard, becomes] = [before[kind], after[kind]];
    if (standard === undefined) return [];
    if (becomes === undefined || becomes === standard) return [{ standard, kept: becomes === standard }];
    return [{ standard, kept: false, becomes }];
  });
};

/**
 * The metadata with what a translation still is of PDF/A (ISO 19005) and PDF/UA (ISO 14289), and a warning of what it is no
 * more. Fonts, colours, tags and metadata of a translation are as both ask; a glyph without a character is what neither
 * allows, and one without a text, or a page that is not tagged, only level B of PDF/A.
 */
export const keptClaims = (xml: string, properties: Properties): { xml: string; warnings: FormatWarning[] } => {
  const { areAllKnown, haveAllText, areAllTagged } = properties;
  const part = archivePartOf(xml);
  const claimsAny = part !== undefined || accessible.test(xml);
  if (!claimsAny || (areAllKnown && haveAllText && areAllTagged)) return { xml, warnings: [] };
  const withoutTags = xml.replace(accessibleClaims, '');
  // The fourth part has no levels, and asks for no tags.
  if (!areAllKnown || part === undefined || (part > 3 && !haveAllText)) {
    const message =
      'The PDF does not say any more that it is PDF/A or PDF/UA: some of its text cannot be as these ask.';
    return { xml: withoutTags.replace(archiveClaims, ''), warnings: [dropped(message)] };
  }
  const level = haveAllText ? taggedLevel : strictLevel;
  if (withoutTags === xml && !level.test(xml)) return { xml, warnings: [] };
  const reason = haveAllText
    ? 'the pages of the source are not tagged'
    : 'some letters of its script have no text of their own';
  const claim = part > 3 ? `PDF/A-${part}` : `PDF/A-${part}b`;
  const message = `The PDF says that it is ${claim} and no more: ${reason}.`;
  return { xml: withoutTags.replace(level, '$1B'), warnings: [dropped(message)] };
};

const dropped = (message: string): FormatWarning => ({ code: 'conformance_dropped', message, count: 1 });
