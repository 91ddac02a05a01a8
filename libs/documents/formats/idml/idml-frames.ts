import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';

/** Frames of stories on the spreads of a document. */
export interface Frames {
  pages: number;
  /** Stories with a frame on a spread, and those with one that is seen. */
  placed: Set<string>;
  visible: Set<string>;
}

export const noFrames = (): Frames => ({ pages: 0, placed: new Set(), visible: new Set() });

/** Adds the frames and pages of a spread; frames on a hidden layer are not seen. */
export const readFrames = async (
  batches: AsyncIterable<XmlToken[]>,
  hiddenLayers: ReadonlySet<string>,
  frames: Frames,
): Promise<void> => {
  const hidden: boolean[] = [];
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind === 'close') hidden.pop();
      if (token.kind !== 'open') continue;
      const { local, attributes } = token;
      const isHidden =
        (hidden.at(-1) ?? false) ||
        attributeOf(attributes, 'Visible') === 'false' ||
        hiddenLayers.has(attributeOf(attributes, 'ItemLayer') ?? '');
      hidden.push(isHidden);
      if (local === 'Page') frames.pages += 1;
      const story = attributeOf(attributes, 'ParentStory');
      if (story === undefined) continue;
      frames.placed.add(story);
      if (!isHidden) frames.visible.add(story);
    }
  }
};
