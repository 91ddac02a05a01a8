import { closeSync, openSync, readSync } from 'node:fs';
import { Rejection } from '#libs/domain/errors/rejection.js';

/** Files that do not verify by themselves, and how each begins. A report in JSON has a checkpoint in it, which says nothing of its figures. */
const kinds: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^id,timestamp,action,/, 'an export in CSV'],
  [/^CEF:0\|/, 'an export in CEF'],
  [/^\{"class_uid":/, 'an export in OCSF'],
  [/^(?:%PDF-|\{"report":|section,kind,)/, 'a report'],
];

const beginningLength = 32;

/** Refuses a file of ours that is none to verify. @throws Rejection `invalid_request` */
export const assertVerifiable = (file: string): void => {
  if (file === '-') return;
  const bytes = Buffer.alloc(beginningLength);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes);
  } finally {
    closeSync(opened);
  }
  const beginning = bytes.toString('latin1');
  const [, kind] = kinds.find(([begins]) => begins.test(beginning)) ?? [];
  if (kind === undefined) return;
  const message = `${file} is ${kind}, which does not verify by itself. An export in NDJSON, a receipt and a checkpoint do.`;
  throw new Rejection('invalid_request', { message });
};
