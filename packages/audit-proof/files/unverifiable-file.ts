import { closeSync, openSync, readSync } from 'node:fs';
import { NotVerifiableError } from './not-verifiable-error.js';

/** Files that do not verify by themselves, and how each begins. A report in JSON has a checkpoint in it, which says nothing of its figures. */
const kinds: readonly (readonly [begins: RegExp, kind: string])[] = [
  [/^id,timestamp,action,/, 'an export in CSV'],
  [/^CEF:0\|/, 'an export in CEF'],
  [/^\{"class_uid":/, 'an export in OCSF'],
  [/^(?:%PDF-|\{"report":|section,kind,)/, 'a report'],
];

/** How an export begins, each line in two ways: one changed byte leaves one of them, and the entry is to be named. */
const exportBeginnings = /^\{"id":"|^.{7}aud_|^\{"type":"|^.{9}(?:gap|checkpoint|summary)"/s;

const beginningLength = 32;

const beginningOf = (file: string): string => {
  const bytes = Buffer.alloc(beginningLength);
  const opened = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(opened, bytes)).toString('latin1');
  } finally {
    closeSync(opened);
  }
};

/** Refuses a file of ours that is none to verify. @throws NotVerifiableError */
export const assertVerifiable = (file: string): void => {
  if (file === '-') return;
  const beginning = beginningOf(file);
  const [, kind] = kinds.find(([begins]) => begins.test(beginning)) ?? [];
  if (kind === undefined) return;
  throw new NotVerifiableError(
    `${file} is ${kind}, which does not verify by itself. An export in NDJSON, a receipt and a checkpoint do.`,
  );
};

/** Refuses a file that is none of ours. @throws NotVerifiableError */
export const assertExport = (file: string): void => {
  if (file === '-') return;
  const beginning = beginningOf(file);
  if (beginning === '' || exportBeginnings.test(beginning)) return;
  throw new NotVerifiableError(`${file} is no export in NDJSON, no receipt and no checkpoint of an audit log.`);
};
