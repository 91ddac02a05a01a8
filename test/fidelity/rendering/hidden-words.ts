import type { DrawnPage } from './layout-check.js';

/** A page as it is drawn, in shades of grey from 0 to 255, row by row from the top. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Shades by which ink differs from what it is drawn on, at least. */
const contrast = 16;
/** Part of the height of a word, above and below, in which a rule of a table can be. */
const edge = 0.15;

/**
 * A portable grey map, as `pdftoppm -gray` writes it.
 * @throws SyntaxError for anything else
 */
export const readGreyPicture = (bytes: Uint8Array): GreyPicture => {
  const header = /^P5\s+(\d{1,6})\s+(\d{1,6})\s+255\s/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
  if (!header) throw new SyntaxError('This is no picture in shades of grey.');
  const [width, height] = [Number(header[1]), Number(header[2])];
  return { width, height, pixels: bytes.subarray(header[0].length, header[0].length + width * height) };
};

/** The number of words of a page where nothing shows: painted over, cut by a clip, of the colour of the page, or beyond its edge. */
export const hiddenWordsOf = ({ words, width, height }: DrawnPage, picture: GreyPicture): number => {
  // The sides of a page that is turned are those that it has in the file.
  const isTurned = width > height !== picture.width > picture.height;
  const across = picture.width / (isTurned ? height : width);
  const down = picture.height / (isTurned ? width : height);
  return words.filter(({ left, top, right, bottom }) => {
    const inset = edge * (bottom - top);
    return !hasInk(picture, {
      left: Math.max(0, Math.floor(left * across)),
      right: Math.min(picture.width, Math.ceil(right * across)),
      top: Math.max(0, Math.floor((top + inset) * down)),
      bottom: Math.min(picture.height, Math.ceil((bottom - inset) * down)),
    });
  }).length;
};

const hasInk = (
  { width, pixels }: GreyPicture,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): boolean => {
  let [darkest, lightest] = [255, 0];
  for (let row = top; row < bottom; row += 1)
    for (let at = left; at < right; at += 1) {
      const shade = pixels[row * width + at] ?? 0;
      darkest = Math.min(darkest, shade);
      lightest = Math.max(lightest, shade);
    }
  return lightest - darkest >= contrast;
};
