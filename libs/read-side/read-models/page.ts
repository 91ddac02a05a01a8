import { Rejection } from '#libs/domain/errors/rejection.js';

/** Requested part of a list. A cursor names the place after which the page begins; `offset` is then ignored. */
export interface PageRequest {
  limit: number;
  offset: number;
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined;
}

export interface Pagination {
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
  /** Null on the last page. */
  next_cursor: string | null;
}

type CursorValue = string | number;

/**
 * Encodes the sort key of a page's last row, opaque to callers. It carries no rights: queries name the organization
 * beside it, so a forged one reaches only the caller's own list.
 */
export const encodeCursor = (list: string, key: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify([list, ...key])).toString('base64url');

const keyIn = (list: string, cursor: string): unknown[] | undefined => {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(decoded) && decoded[0] === list ? decoded.slice(1) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Decodes the sort key in a cursor of this list.
 * @throws Rejection `invalid_request` when `isKey` does not accept the key
 */
export const decodeCursor = <Key extends readonly CursorValue[]>(
  list: string,
  cursor: string,
  isKey: (key: unknown[]) => boolean,
): Key => {
  const key = keyIn(list, cursor);
  if (key === undefined || !isKey(key)) {
    throw new Rejection('invalid_request', { details: { cursor: ['is not a cursor of this list'] } });
  }
  return key as readonly unknown[] as Key;
};

/**
 * Cuts rows, read with one beyond the limit, down to a page.
 * `keyOf` gives the sort key of the last row for the next cursor.
 */
export const toPage = <Row>(
  list: string,
  rows: readonly Row[],
  request: PageRequest,
  total: number,
  keyOf: (last: Row) => readonly CursorValue[],
): { rows: Row[]; pagination: Pagination } => {
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  const hasMore = rows.length > request.limit;
  return {
    rows: page,
    pagination: {
      total,
      limit: request.limit,
      offset: request.cursor === undefined ? request.offset : 0,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? encodeCursor(list, keyOf(last)) : null,
    },
  };
};
