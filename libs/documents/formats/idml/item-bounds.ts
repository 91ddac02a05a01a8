import { identity, type Matrix, matrixFrom, multiply } from '#libs/documents/formats/geometry/matrix.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute, XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';

/** A rectangle in the coordinates of a spread. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A page of a document, from 1. */
export interface SpreadPage {
  number: number;
  bounds: Bounds | undefined;
}

type Point = readonly [x: number, y: number];

const numbersIn = (text = ''): number[] => text.trim().split(/\s+/).map(Number).filter(Number.isFinite);

const matrixOf = (attributes: readonly XmlAttribute[]): Matrix =>
  matrixFrom(numbersIn(attributeOf(attributes, 'ItemTransform')).slice(0, 6)) ?? identity;

const around = (bounds: Bounds | undefined, [x, y]: Point): Bounds => ({
  left: Math.min(bounds?.left ?? x, x),
  top: Math.min(bounds?.top ?? y, y),
  right: Math.max(bounds?.right ?? x, x),
  bottom: Math.max(bounds?.bottom ?? y, y),
});

const moved = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** The place of a page, whose bounds are `top left bottom right`. */
export const pageBounds = (attributes: readonly XmlAttribute[]): Bounds | undefined => {
  const [top, left, bottom, right] = numbersIn(attributeOf(attributes, 'GeometricBounds'));
  if (top === undefined || left === undefined || bottom === undefined || right === undefined) return undefined;
  const matrix = matrixOf(attributes);
  return around(around(undefined, moved(matrix, [left, top])), moved(matrix, [right, bottom]));
};

interface OpenElement {
  isItem: boolean;
  matrix: Matrix;
  bounds: Bounds | undefined;
}

/** Follows the elements of a spread, and knows where each item on it stands. Paths come before what is in an item. */
export class ItemBounds {
  private readonly open: OpenElement[] = [];

  read(token: XmlToken): void {
    if (token.kind === 'close') this.open.pop();
    if (token.kind !== 'open') return;
    const { local, attributes } = token;
    if (local === 'PathPointType') this.addPoint(numbersIn(attributeOf(attributes, 'Anchor')));
    const outer = this.open.at(-1)?.matrix ?? identity;
    const isItem = attributeOf(attributes, 'Self') !== undefined;
    // A spread says where it lies beside others, its items where they lie on it.
    const isMoved = isItem && local !== 'Spread' && local !== 'MasterSpread';
    this.open.push({ isItem, matrix: isMoved ? multiply(matrixOf(attributes), outer) : outer, bounds: undefined });
  }

  /** The innermost bounds that are known; undefined outside of all items with a path. */
  get bounds(): Bounds | undefined {
    return this.open.findLast(({ bounds }) => bounds !== undefined)?.bounds;
  }

  private addPoint([x, y]: readonly number[]): void {
    const item = this.open.findLast(({ isItem }) => isItem);
    if (item && x !== undefined && y !== undefined) item.bounds = around(item.bounds, moved(item.matrix, [x, y]));
  }
}

/**
 * The page that has the middle of an item, else the first that has some of it; undefined beside all pages. Where a file
 * does not say where things are, it is the first page of the spread.
 */
export const pageOf = (bounds: Bounds | undefined, pages: readonly SpreadPage[]): number | undefined => {
  const placed = pages.flatMap(({ number, bounds: page }) => (page ? [{ number, page }] : []));
  if (!bounds || placed.length === 0) return pages[0]?.number;
  const [x, y] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
  const middle: Bounds = { left: x, top: y, right: x, bottom: y };
  return (placed.find(({ page }) => meets(page, middle)) ?? placed.find(({ page }) => meets(page, bounds)))?.number;
};

const meets = (one: Bounds, other: Bounds): boolean =>
  one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top;
