import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110): the same for the same content, on every node. */
export const entityTagOf = (content: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;

/** True when an `If-None-Match` header has the tag, which proxies may have made weak. */
export const isMatchedBy = (tag: string, header: string | undefined): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((listed) => listed.trim().replace(/^W\//, '') === tag));
