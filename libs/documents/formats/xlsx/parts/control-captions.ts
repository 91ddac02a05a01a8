import { decodeXML } from 'entities';
import { inPlaceOf, plainSegment, wordsOf } from '#libs/documents/formats/opc/plain-units.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { XmlCodec } from '#libs/documents/formats/xml/xml-codec.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';

/** UTF-16 code units of a part with controls, at most; a larger one stays. */
const maxLength = 4 * 1024 * 1024;
/** UTF-16 code units behind a box in which its shape says what it is. */
const maxShape = 10_000;
const [boxStart, boxEnd] = ['<v:textbox', '</v:textbox>'];
const text = /(?<=>|^)[^<>]+/g;

/** A comment's box is drawn from the part of the comments. */
const isNote = (xml: string, from: number): boolean => {
  const near = xml.slice(from, from + maxShape);
  const end = near.indexOf('</v:shape>');
  return near.slice(0, end === -1 ? undefined : end).includes('ObjectType="Note"');
};

const textOf = async (archive: ZipArchive, entry: ZipEntry): Promise<string> => {
  let xml = '';
  for await (const piece of new XmlCodec().decode(archive.read(entry))) {
    xml += piece;
    if (xml.length > maxLength) return '';
  }
  return xml;
};

/**
 * The captions of the buttons, boxes and labels of a sheet, which are drawn in VML. Excel writes line breaks in them as HTML has
 * them (`<br>`), so the part is not read as XML.
 */
export async function* captionUnits(archive: ZipArchive, entry: ZipEntry): AsyncGenerator<TextUnit, void> {
  const xml = await textOf(archive, entry);
  for (let at = xml.indexOf(boxStart); at !== -1; ) {
    const from = xml.indexOf('>', at) + 1;
    const end = xml.indexOf(boxEnd, from);
    if (from === 0 || end === -1) return;
    at = xml.indexOf(boxStart, end);
    if (isNote(xml, end)) continue;
    const content = xml.slice(from, end);
    for (const { 0: raw, index } of content.matchAll(text)) {
      const caption = decodeXML(raw);
      if (!hasWording(caption)) continue;
      const parts = plainSegment(caption);
      yield {
        segments: [{ role: 'body', parts, part: entry.name }],
        edit: ([translation = parts]) =>
          wordsOf(translation) === caption.trim()
            ? undefined
            : {
                start: from + index,
                end: from + index + raw.length,
                text: escapeXmlText(inPlaceOf(caption, translation)),
              },
      };
    }
  }
}
