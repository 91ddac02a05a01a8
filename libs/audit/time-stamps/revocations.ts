import type { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, CertificateRevocationList } from 'pkijs';

const reasonId = '2.5.29.21';
const deltaId = '2.5.29.27';

/**
 * Reasons after which stamps of before the revocation stay good (RFC 3161, 4): none in particular, another affiliation, a newer
 * certificate, the end of its work. Without a reason, and for any other, none can be relied on.
 */
const harmlessReasons: ReadonlySet<number> = new Set([0, 3, 4, 5]);

/** A list of certificates that their issuer revoked. */
export type RevocationList = CertificateRevocationList;

/** A list is no larger. */
const maxBytes = 16 * 1024 * 1024;

/** A fault of a list that was given. */
export class RevocationsError extends Error {
  override readonly name = 'RevocationsError';
}

const listIn = (der: Uint8Array): RevocationList | undefined => {
  if (der.length > maxBytes) return undefined;
  try {
    const { offset, result } = fromBER(der);
    return offset === der.length ? new CertificateRevocationList({ schema: result }) : undefined;
  } catch {
    return undefined;
  }
};

/** @throws RevocationsError for what is no list of revoked certificates (RFC 5280), or only changes another */
export const readRevocations = (der: Uint8Array): RevocationList => {
  const list = listIn(der);
  if (list === undefined) throw new RevocationsError('a given list of revoked certificates is none');
  if (list.crlExtensions?.extensions.some(({ extnID }) => extnID === deltaId))
    throw new RevocationsError('a given list of revoked certificates only says what changed in another');
  return list;
};

const reasonOf = (entry: NonNullable<RevocationList['revokedCertificates']>[number]): number | undefined => {
  const value: unknown = entry.crlEntryExtensions?.extensions.find(({ extnID }) => extnID === reasonId)?.parsedValue;
  const block = value as { valueBlock?: { valueDec?: unknown } } | undefined;
  return typeof block?.valueBlock?.valueDec === 'number' ? block.valueBlock.valueDec : undefined;
};

const isOf = (list: RevocationList, issuer: Certificate): Promise<boolean> =>
  list.verify({ issuerCertificate: issuer }).catch(() => false);

/**
 * Whether a stamp of that time is good by what the issuer of a certificate says of it; undefined where none of the lists is the
 * issuer's.
 */
const isGood = async (
  one: X509Certificate,
  by: X509Certificate,
  time: Date,
  lists: readonly RevocationList[],
): Promise<boolean | undefined> => {
  const [certificate, issuer] = [Certificate.fromBER(one.raw), Certificate.fromBER(by.raw)];
  let found: boolean | undefined;
  for (const list of lists) {
    if (!list.issuer.isEqual(issuer.subject) || !(await isOf(list, issuer))) continue;
    const entry = list.revokedCertificates?.find(({ userCertificate }) =>
      userCertificate.isEqual(certificate.serialNumber),
    );
    if (entry === undefined) found ??= true;
    else found = harmlessReasons.has(reasonOf(entry) ?? -1) && time < entry.revocationDate.value && found !== false;
  }
  return found;
};

/**
 * The certificate of a path, from the one that signed up to the trusted one, that was revoked for a stamp of that time; or that of
 * the signer as `unknown`, where none of the lists is by its issuer.
 */
export const revokedIn = async (
  path: readonly X509Certificate[],
  time: Date,
  lists: readonly RevocationList[],
): Promise<{ revoked: X509Certificate } | { unknown: X509Certificate } | undefined> => {
  for (const [at, one] of path.entries()) {
    const issuer = path[at + 1];
    if (issuer === undefined) break;
    const good = await isGood(one, issuer, time, lists);
    if (good === false) return { revoked: one };
    if (good === undefined && at === 0) return { unknown: one };
  }
  return undefined;
};
