import { Rejection } from '#libs/domain/errors/rejection.js';

/** The entity tag (RFC 9110) of a version. */
export const versionTag = (version: number): string => `"${version}"`;

/** Entity tags in a list, weak ones too. */
const entityTags = /(?:W\/)?"[^"]*"/g;

const isWeak = (tag: string): boolean => tag.startsWith('W/');

/**
 * The versions that an `If-Match` header names; undefined when any will do. A weak tag matches nothing, and neither
 * does a tag that is not one of ours.
 * @throws Rejection `invalid_request` for what is no list of tags in quotation marks, `conflict` for weak tags alone
 */
export const versionsMatching = (header: string | undefined): number[] | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.match(entityTags) ?? [];
  if (tags.length === 0 || header.replaceAll(entityTags, '').replaceAll(/[\s,]/g, '') !== '') {
    throw new Rejection('invalid_request', {
      details: { 'If-Match': ['must be the ETag with its quotation marks, such as "1"'] },
    });
  }
  if (tags.every(isWeak)) {
    const fault = 'is a weak tag, which never matches (RFC 9110): send the ETag without W/, such as "1"';
    throw new Rejection('conflict', {
      status: 412,
      message: `If-Match ${fault}.`,
      details: { 'If-Match': [fault] },
    });
  }
  return tags.flatMap((tag) => {
    const version = /^"([1-9]\d{0,9})"$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
};
