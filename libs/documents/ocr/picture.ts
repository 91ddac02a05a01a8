/** A picture of a page: three bytes a pixel. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

type Colour = readonly [number, number, number];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A portable pixel map as pdftoppm writes it: `P6`, width, height and 255, each behind one space or line end. */
export const readPixelMap = (bytes: Uint8Array): Picture | undefined => {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const found = /^P6\s(\d{1,6})\s(\d{1,6})\s255\s/.exec(head);
  if (!found) return undefined;
  const [width, height] = [Number(found[1]), Number(found[2])];
  const pixels = bytes.subarray(found[0].length);
  return width > 0 && height > 0 && pixels.length >= width * height * 3 ? { width, height, pixels } : undefined;
};

/** Pixels that are looked at along each side, and in each direction within, at most. */
const samples = 32;

/** The colour around a box, and the colour of what stands in it. */
export const coloursOf = (picture: Picture, box: Box): { background: Colour; ink: Colour } => {
  const edge = Math.max(2, Math.round((box.bottom - box.top) * 0.1));
  const outer = {
    left: box.left - edge,
    top: box.top - edge,
    right: box.right + edge - 1,
    bottom: box.bottom + edge - 1,
  };
  const across = spread(outer.left, outer.right);
  const down = spread(outer.top, outer.bottom);
  const background = median([
    ...across.flatMap((x) => [colourAt(picture, x, outer.top), colourAt(picture, x, outer.bottom)]),
    ...down.flatMap((y) => [colourAt(picture, outer.left, y), colourAt(picture, outer.right, y)]),
  ]);
  const rows = spread(box.top, box.bottom - 1);
  const inside = spread(box.left, box.right - 1).flatMap((x) => rows.map((y) => colourAt(picture, x, y)));
  const apart = inside
    .map((colour) => ({ colour, by: distance(colour, background) }))
    .sort((one, other) => other.by - one.by)
    .map(({ colour }) => colour);
  // Edges of letters are of a colour between.
  return { background, ink: median(apart.slice(0, Math.max(1, Math.floor(inside.length * 0.06)))) };
};

const spread = (from: number, to: number): number[] => {
  const count = Math.max(1, Math.min(samples, to - from + 1));
  return Array.from({ length: count }, (_, at) => Math.round(from + ((to - from) * at) / Math.max(1, count - 1)));
};

const colourAt = ({ width, height, pixels }: Picture, x: number, y: number): Colour => {
  const column = Math.min(width - 1, Math.max(0, x));
  const row = Math.min(height - 1, Math.max(0, y));
  const at = (row * width + column) * 3;
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
};

const distance = (one: Colour, other: Colour): number =>
  Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]);

const median = (colours: readonly Colour[]): Colour => {
  const middle = (part: 0 | 1 | 2): number =>
    colours.map((colour) => colour[part]).sort((one, other) => one - other)[colours.length >> 1] ?? 0;
  return [middle(0), middle(1), middle(2)];
};
