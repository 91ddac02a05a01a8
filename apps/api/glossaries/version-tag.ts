import { Rejection } from '#libs/domain/errors/rejection.js';

/** The entity tag (RFC 9110) of a version. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * The versions that an `If-Match` header names; undefined when any will do. A weak tag matches nothing, and neither
 * does a tag that is not one of ours.
 * @throws Rejection `invalid_request` for what has no quotation marks
 */
export const versionsMatching = (header: string | undefined): number[] | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  if (header.trim() !== '' && !header.includes('"')) {
    throw new Rejection('invalid_request', {
      details: { 'If-Match': ['must be the ETag with its quotation marks, such as "1"'] },
    });
  }
  return header.split(',').flatMap((listed) => {
    const version = /^"([1-9]\d{0,9})"$/.exec(listed.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
};
