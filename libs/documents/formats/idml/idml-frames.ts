import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { type Bounds, ItemBounds, pageBounds, pageOf, type SpreadPage } from './item-bounds.js';

/** A frame of a story. */
interface Frame {
  self: string;
  /** The frame of which it goes on with the text. */
  previous: string | undefined;
  /** Undefined beside the pages. */
  page: number | undefined;
}

/** Frames of stories on the spreads of a document. */
export interface Frames {
  pages: number;
  /** Stories with a frame on a spread, and those with one that is seen. */
  placed: Map<string, Frame[]>;
  visible: Set<string>;
}

export const noFrames = (): Frames => ({ pages: 0, placed: new Map(), visible: new Set() });

/** Adds the frames and pages of a spread, and returns its pages; frames on a hidden layer are not seen. */
export const readFrames = async (
  batches: AsyncIterable<XmlToken[]>,
  hiddenLayers: ReadonlySet<string>,
  frames: Frames,
): Promise<SpreadPage[]> => {
  const hidden: boolean[] = [];
  const open: { frame?: Omit<Frame, 'page'> & { story: string } }[] = [];
  const found: { story: string; frame: Omit<Frame, 'page'>; bounds: Bounds | undefined }[] = [];
  const pages: SpreadPage[] = [];
  const items = new ItemBounds();
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind === 'close') {
        hidden.pop();
        const { frame } = open.pop() ?? {};
        if (frame) found.push({ story: frame.story, frame, bounds: items.bounds });
      }
      items.read(token);
      if (token.kind !== 'open') continue;
      const { local, attributes } = token;
      const isHidden =
        (hidden.at(-1) ?? false) ||
        attributeOf(attributes, 'Visible') === 'false' ||
        hiddenLayers.has(attributeOf(attributes, 'ItemLayer') ?? '');
      hidden.push(isHidden);
      if (local === 'Page') {
        frames.pages += 1;
        pages.push({ number: frames.pages, bounds: pageBounds(attributes) });
      }
      const story = attributeOf(attributes, 'ParentStory');
      const [self = '', previous] = ['Self', 'PreviousTextFrame'].map((name) => attributeOf(attributes, name));
      open.push(story === undefined ? {} : { frame: { story, self, previous } });
      if (story !== undefined && !isHidden) frames.visible.add(story);
    }
  }
  for (const { story, frame, bounds } of found) {
    const { self, previous } = frame;
    const all = frames.placed.get(story) ?? [];
    all.push({ self, previous, page: pageOf(bounds, pages) });
    frames.placed.set(story, all);
  }
  return pages;
};

/** The page that a story begins on: that of its first frame that stands on one. */
export const firstPageOf = (frames: readonly Frame[]): number | undefined => {
  const following = new Map(frames.map((frame) => [frame.previous ?? '', frame]));
  const names = new Set(frames.map(({ self }) => self));
  const seen = new Set<Frame>();
  let frame = frames.find(({ previous }) => previous === undefined || !names.has(previous));
  while (frame && frame.page === undefined && !seen.has(frame)) {
    seen.add(frame);
    frame = following.get(frame.self);
  }
  return frame?.page ?? frames.find(({ page }) => page !== undefined)?.page;
};
