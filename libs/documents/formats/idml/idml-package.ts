import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions, SegmentRole, SourceFile } from '#libs/documents/formats/format.port.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { XmlCodec } from '#libs/documents/formats/xml/xml-codec.js';
import { type XmlToken, xmlTokens } from '#libs/documents/formats/xml/xml-tokens.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { type Frames, noFrames, readFrames } from './idml-frames.js';
import type { SpreadPage } from './item-bounds.js';
import { PageScope } from './page-scope.js';

export const idmlType = 'application/vnd.adobe.indesign-idml-package';

/** Pictures are embedded as text in base 64. */
const limits = { depth: 512, tokenLength: 64 * 1024 * 1024 };

/** The parts of a document that matter here. */
export interface IdmlPackage {
  archive: ZipArchive;
  /** The stories to translate, in the order of the archive, so that a merge waits for none. */
  stories: ReadonlyMap<ZipEntry, SegmentRole>;
  /** Spreads whose alternative texts are translated, with their pages. */
  spreads: ReadonlyMap<ZipEntry, readonly SpreadPage[]>;
  /** The pages to translate; undefined for all, and for what is on none. */
  scope: PageScope | undefined;
  styles: ZipEntry | undefined;
  /** The part that names topics of the index and bookmarks. */
  map: ZipEntry | undefined;
  pages: number;
  /** Stories that are not translated, and why. */
  leftStories: ReadonlyMap<ZipEntry, SkipReason>;
}

export const idmlTokens = (archive: ZipArchive, entry: ZipEntry): AsyncGenerator<XmlToken[], void> =>
  xmlTokens(new XmlCodec().decode(archive.read(entry)), limits);

/** @throws FormatError where the file is no IDML. */
export const openIdml = async (file: SourceFile, options: FormatOptions): Promise<IdmlPackage> => {
  const archive = await ZipArchive.open(file);
  const map = archive.find('designmap.xml');
  if (map === undefined) throw new FormatError('invalid', 'The archive holds no InDesign document.');
  const { parts, hiddenLayers } = await readMap(archive, map);
  const [body, masters] = [noFrames(), noFrames()];
  const pages = new Map<ZipEntry, SpreadPage[]>();
  for (const entry of parts.get('Spread') ?? [])
    pages.set(entry, await readFrames(idmlTokens(archive, entry), hiddenLayers, body));
  for (const entry of parts.get('MasterSpread') ?? [])
    await readFrames(idmlTokens(archive, entry), hiddenLayers, masters);
  const scope = await scopeOf(archive, parts.get('Story') ?? [], options, body);
  const stories = new Map<ZipEntry, SegmentRole>();
  const leftStories = new Map<ZipEntry, SkipReason>();
  for (const entry of inArchiveOrder(archive, parts.get('Story'))) {
    const role = roleOf(entry, body, masters);
    const isHidden = !options.hidden && isUnseen(storyOf(entry), body, masters);
    if (scope && !scope.hasStory(storyOf(entry))) leftStories.set(entry, skipReasons.outsideRange);
    else if (isHidden) leftStories.set(entry, skipReasons.hiddenLayer);
    else if (role === 'body' || options.translateHeaders) stories.set(entry, role);
    else leftStories.set(entry, skipReasons.headers);
  }
  const withMasters = options.translateHeaders && !scope ? (parts.get('MasterSpread') ?? []) : [];
  const shown = [...(parts.get('Spread') ?? []), ...withMasters];
  const spreads = new Map(
    (options.translateAltText ? shown : []).map((entry) => [entry, pages.get(entry) ?? []] as const),
  );
  const [styles] = scope ? [] : (parts.get('Styles') ?? []);
  return { archive, stories, spreads, scope, styles, map: scope ? undefined : map, pages: body.pages, leftStories };
};

/** Master pages and styles belong to all pages, and stay as they are where some are chosen. */
const scopeOf = async (
  archive: ZipArchive,
  stories: Iterable<ZipEntry>,
  { pageRange }: FormatOptions,
  frames: Frames,
): Promise<PageScope | undefined> => {
  if (pageRange === undefined) return undefined;
  const scope = new PageScope(pageRange, frames);
  for (const entry of stories) await scope.addAnchored(storyOf(entry), idmlTokens(archive, entry));
  return scope;
};

interface DesignMap {
  /** The parts of a document by the names of their elements. */
  parts: ReadonlyMap<string, ReadonlySet<ZipEntry>>;
  hiddenLayers: ReadonlySet<string>;
}

const readMap = async (archive: ZipArchive, map: ZipEntry): Promise<DesignMap> => {
  const parts = new Map<string, Set<ZipEntry>>();
  const hiddenLayers = new Set<string>();
  let isDocument = false;
  for await (const tokens of idmlTokens(archive, map)) {
    for (const token of tokens) {
      if (token.kind !== 'open') continue;
      const { local, prefix, attributes } = token;
      isDocument ||= local === 'Document';
      if (local === 'Layer' && attributeOf(attributes, 'Visible') === 'false') {
        hiddenLayers.add(attributeOf(attributes, 'Self') ?? '');
      }
      const entry = prefix === '' ? undefined : archive.find(attributeOf(attributes, 'src') ?? '');
      if (entry) parts.set(local, (parts.get(local) ?? new Set()).add(entry));
    }
  }
  if (!isDocument) throw new FormatError('invalid', 'The archive holds no InDesign document.');
  return { parts, hiddenLayers };
};

const inArchiveOrder = (archive: ZipArchive, entries: ReadonlySet<ZipEntry> = new Set()): ZipEntry[] =>
  archive.physicalOrder.filter((entry) => entries.has(entry));

/** `Stories/Story_u123.xml` holds the story `u123`. */
const storyOf = ({ name }: ZipEntry): string => name.slice(name.lastIndexOf('Story_') + 6, name.lastIndexOf('.'));

const roleOf = (entry: ZipEntry, body: Frames, masters: Frames): SegmentRole => {
  const story = storyOf(entry);
  return masters.placed.has(story) && !body.placed.has(story) ? 'header' : 'body';
};

const isUnseen = (story: string, body: Frames, masters: Frames): boolean =>
  (body.placed.has(story) || masters.placed.has(story)) && !body.visible.has(story) && !masters.visible.has(story);
