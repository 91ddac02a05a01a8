import { ChartReader } from '#libs/documents/formats/drawingml/chart-reader.js';
import { type DrawingWriting, drawingUnits } from '#libs/documents/formats/drawingml/drawing-part.js';
import { ShapeReader, type ShapeReading } from '#libs/documents/formats/drawingml/shape-reader.js';
import type { FormatOptions, SegmentRole } from '#libs/documents/formats/format.port.js';
import { CorePropertiesReader } from '#libs/documents/formats/opc/core-properties-reader.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { UnitsOfPart } from '#libs/documents/formats/opc/package-text.js';
import type { PartReader } from '#libs/documents/formats/opc/part-reader.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { CommentReader } from './comment-reader.js';
import type { PresentationPart, PresentationParts } from './presentation-parts.js';
import { inLayoutPlaceholder, inSlidePlaceholder } from './slide-context.js';

/**
 * The texts of each part; those of a diagram and of its drawing are the same texts. `writing` is undefined where they
 * are only read.
 */
export const unitsOfParts = (
  archive: ZipArchive,
  parts: PresentationParts,
  options: FormatOptions,
  writing?: DrawingWriting,
): UnitsOfPart => {
  const diagrams = new KnownTexts();
  return (entry) => {
    const part = parts.get(entry);
    if (part === undefined || (writing !== undefined && stays(part, options, writing))) return undefined;
    const shared = part.kind === 'diagram' ? diagrams : part.kind === 'chart' ? new KnownTexts() : undefined;
    const reader = readerOf(entry, part, options);
    return drawingUnits(partTokens(archive, entry), reader, writingOf(part, writing), shared);
  };
};

/** Notes and comments have room for more text; pictures of layouts are those of every slide. */
const writingOf = ({ kind }: PresentationPart, writing: DrawingWriting = readingOnly): DrawingWriting => {
  if (kind === 'notes' || kind === 'comments') return { ...writing, fitsShape: false };
  return kind === 'slide' ? writing : { ...writing, inPlaceOfPicture: undefined };
};

const readingOnly: DrawingWriting = { change: undefined, fitsShape: false };

/** Styles of the whole presentation change with its language only where all of it does. */
const stays = ({ kind, skipReason }: PresentationPart, { pageRange }: FormatOptions, { relabel }: DrawingWriting) =>
  skipReason !== undefined || (kind === 'presentation' && (relabel === undefined || pageRange !== undefined));

const readerOf = ({ name }: ZipEntry, { kind, skipReason }: PresentationPart, options: FormatOptions): PartReader => {
  const contextOf = (role: SegmentRole): TextContext => ({ role, part: name, skipReason });
  const shapes = (role: SegmentRole, inPlaceholder?: ShapeReading['inPlaceholder']) =>
    new ShapeReader({ context: contextOf(role), options, inPlaceholder });
  switch (kind) {
    case 'slide':
      return shapes('body', inSlidePlaceholder(options));
    case 'notes':
      return shapes('note', inSlidePlaceholder(options));
    case 'layout':
    case 'presentation':
      return shapes('body', inLayoutPlaceholder);
    case 'diagram':
    case 'drawing':
      return shapes('body');
    case 'chart':
      return new ChartReader(contextOf('body'));
    case 'comments':
      return new CommentReader(contextOf('note'));
    case 'properties':
      return new CorePropertiesReader(name);
  }
};
