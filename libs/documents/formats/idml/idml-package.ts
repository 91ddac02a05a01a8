import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions, SegmentRole, SourceFile } from '#libs/documents/formats/format.port.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { XmlCodec } from '#libs/documents/formats/xml/xml-codec.js';
import { type XmlToken, xmlTokens } from '#libs/documents/formats/xml/xml-tokens.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { type Frames, noFrames, readFrames } from './idml-frames.js';

export const idmlType = 'application/vnd.adobe.indesign-idml-package';

/** Pictures are embedded as text in base 64. */
const limits = { depth: 512, tokenLength: 64 * 1024 * 1024 };

/** The parts of a document that matter here. */
export interface IdmlPackage {
  archive: ZipArchive;
  /** The stories to translate, in the order of the archive, so that a merge waits for none. */
  stories: ReadonlyMap<ZipEntry, SegmentRole>;
  /** Spreads whose alternative texts are translated. */
  spreads: ReadonlySet<ZipEntry>;
  styles: ZipEntry | undefined;
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
  for (const entry of parts.get('Spread') ?? []) await readFrames(idmlTokens(archive, entry), hiddenLayers, body);
  for (const entry of parts.get('MasterSpread') ?? [])
    await readFrames(idmlTokens(archive, entry), hiddenLayers, masters);
  const stories = new Map<ZipEntry, SegmentRole>();
  const leftStories = new Map<ZipEntry, SkipReason>();
  for (const entry of inArchiveOrder(archive, parts.get('Story'))) {
    const role = roleOf(entry, body, masters);
    const isHidden = !options.hidden && isUnseen(storyOf(entry), body, masters);
    if (isHidden) leftStories.set(entry, skipReasons.hiddenLayer);
    else if (role === 'body' || options.translateHeaders) stories.set(entry, role);
    else leftStories.set(entry, skipReasons.headers);
  }
  const shown = [
    ...(parts.get('Spread') ?? []),
    ...(options.translateHeaders ? (parts.get('MasterSpread') ?? []) : []),
  ];
  const spreads = new Set(options.translateAltText ? shown : []);
  const [styles] = parts.get('Styles') ?? [];
  return { archive, stories, spreads, styles, pages: body.pages, leftStories };
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
