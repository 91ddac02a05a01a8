import type { X509Certificate } from 'node:crypto';
import { Certificate } from 'pkijs';

/** More certificates than this stand between nobody and the top. */
const maxPath = 8;

/** Extensions that may be critical in a certificate of the path: what they say is checked, or does not narrow it. */
const knownExtensions: ReadonlySet<string> = new Set([
  '2.5.29.15', // key usage
  '2.5.29.19', // basic constraints
  '2.5.29.32', // policies
  '2.5.29.37', // extended key usage
]);

const basicConstraintsId = '2.5.29.19';

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, time: Date): boolean =>
  validFromDate <= time && time <= validToDate;

const hasUnknownExtension = ({ raw }: X509Certificate): boolean =>
  (Certificate.fromBER(raw).extensions ?? []).some(({ critical, extnID }) => critical && !knownExtensions.has(extnID));

/** How many certificates of authorities may stand below it. */
const pathLengthOf = ({ raw }: X509Certificate): number => {
  const constraints = Certificate.fromBER(raw).extensions?.find(({ extnID }) => extnID === basicConstraintsId);
  const length: unknown = constraints?.parsedValue?.pathLenConstraint;
  return typeof length === 'number' ? length : Number.POSITIVE_INFINITY;
};

const mayIssue = (issuer: X509Certificate, of: X509Certificate, time: Date, below: number): boolean =>
  issuer.ca &&
  isValidAt(issuer, time) &&
  of.checkIssued(issuer) &&
  of.verify(issuer.publicKey) &&
  pathLengthOf(issuer) >= below &&
  !hasUnknownExtension(issuer);

/**
 * The certificates from one up to a trusted one, each the issuer of that before it, all of them valid at a time; undefined where
 * none leads there. Revocations are not known here, and a certificate with critical extensions that are not known here, names it
 * is constrained to for instance, leads nowhere.
 */
export const pathToTrusted = (
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  time: Date,
): X509Certificate[] | undefined => {
  const isTrusted = (one: X509Certificate) =>
    trusted.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256);
  const tried = new Set<string>();
  const climb = (from: X509Certificate, below: number): X509Certificate[] | undefined => {
    if (isTrusted(from)) return [from];
    if (below >= maxPath || tried.has(from.fingerprint256)) return undefined;
    tried.add(from.fingerprint256);
    for (const issuer of [...trusted, ...others]) {
      const above = mayIssue(issuer, from, time, below) ? climb(issuer, below + 1) : undefined;
      if (above !== undefined) return [from, ...above];
    }
    return undefined;
  };
  return isValidAt(certificate, time) && !hasUnknownExtension(certificate) ? climb(certificate, 0) : undefined;
};
