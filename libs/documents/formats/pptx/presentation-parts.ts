import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { type OpcRelationship, relationshipsOf } from '#libs/documents/formats/opc/opc-relationships.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import type { Presentation, Slide } from './presentation.js';

export type PartKind =
  | 'slide'
  | 'notes'
  | 'layout'
  | 'chart'
  | 'diagram'
  | 'drawing'
  | 'comments'
  | 'properties'
  | 'presentation';

export interface PresentationPart {
  kind: PartKind;
  /** Why nothing in the part is translated. */
  skipReason?: SkipReason | undefined;
}

export type PresentationParts = ReadonlyMap<ZipEntry, PresentationPart>;

/** The kind of a part by its relationship to a slide, a layout or a chart. */
const kinds: ReadonlyMap<string, PartKind> = new Map([
  ['notesSlide', 'notes'],
  ['slideLayout', 'layout'],
  ['slideMaster', 'layout'],
  ['chart', 'chart'],
  ['chartEx', 'chart'],
  ['chartUserShapes', 'drawing'],
  ['diagramData', 'diagram'],
  ['diagramDrawing', 'diagram'],
  ['comments', 'comments'],
]);

/** Kinds with parts of their own that hold text. */
const withParts = new Set<PartKind>(['slide', 'notes', 'layout', 'chart']);

/** The parts of a presentation that have text or language tags, and what is done with each. */
export const partsOf = async (
  { archive, main, slides }: Presentation,
  options: FormatOptions,
): Promise<PresentationParts> => {
  const parts = new PartCollector(archive, options);
  parts.add(main, { kind: 'presentation' });
  for (const { type, target } of await relationshipsOf(archive, '')) {
    const entry = archive.find(target);
    if (type === 'core-properties' && entry !== undefined) parts.add(entry, { kind: 'properties' });
  }
  // A layout that slides share stays where one of them is outside the range, and not where one is hidden.
  for (const skipReason of [skipReasons.outsideRange, undefined, skipReasons.hiddenSlide]) {
    for (const slide of slides) {
      if (skipReasonOf(slide, options) === skipReason) await parts.addAll(slide.entry, 'slide', skipReason);
    }
  }
  return parts.all;
};

const skipReasonOf = ({ number, isHidden }: Slide, options: FormatOptions): SkipReason | undefined => {
  const isInRange = options.pageRange?.some(({ from, to }) => from <= number && number <= to) ?? true;
  if (!isInRange) return skipReasons.outsideRange;
  return isHidden && !options.hidden ? skipReasons.hiddenSlide : undefined;
};

class PartCollector {
  readonly all = new Map<ZipEntry, PresentationPart>();

  constructor(
    private readonly archive: ZipArchive,
    private readonly options: FormatOptions,
  ) {}

  add(entry: ZipEntry, part: PresentationPart): void {
    this.all.set(entry, part);
  }

  /** Adds a part with those that belong to it, unless an earlier one has it already. */
  async addAll(entry: ZipEntry, kind: PartKind, skipReason: SkipReason | undefined): Promise<void> {
    if (this.all.has(entry)) return;
    this.all.set(entry, { kind, skipReason });
    if (!withParts.has(kind)) return;
    for (const relationship of await relationshipsOf(this.archive, entry.name)) {
      await this.addRelated(kind, relationship, skipReason);
    }
  }

  private async addRelated(
    of: PartKind,
    { type, target }: OpcRelationship,
    skipReason: SkipReason | undefined,
  ): Promise<void> {
    const kind = kinds.get(type);
    const entry = this.archive.find(target);
    if (kind === undefined || entry === undefined) return;
    // A layout names its master, and a master all of its layouts, most of which no slide uses.
    if (type === 'slideLayout' && of !== 'slide') return;
    const isKept = kind === 'comments' && !this.options.translateComments;
    await this.addAll(entry, kind, skipReason ?? (isKept ? skipReasons.comments : undefined));
  }
}
