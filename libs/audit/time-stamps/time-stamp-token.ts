import { hash, X509Certificate } from 'node:crypto';
import { type BaseBlock, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  type Attribute,
  Certificate,
  ContentInfo,
  id_ContentType_SignedData,
  id_eContentType_TSTInfo,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs';
import { sha256Id } from './time-stamp-request.js';

/** A fault of a time stamp, in words that go on behind «the time stamp». */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError';
}

/** A time stamp whose signature is valid, by the certificate in it. */
export interface TimeStampToken {
  time: Date;
  /** The number of the request, as DER encodes it; undefined where it has none. */
  nonce: Uint8Array | undefined;
  /** The certificate that signed it; it is for time stamps alone. */
  signer: X509Certificate;
  /** The other certificates in it. */
  others: X509Certificate[];
}

/** No authority gives larger ones, or ones with more certificates. */
const maxBytes = 64 * 1024;
const maxCertificates = 16;

const attributes = {
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

const hashes: { readonly [oid: string]: string } = {
  [sha256Id]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const extendedKeyUsageId = '2.5.29.37';
const timeStampingId = '1.3.6.1.5.5.7.3.8';

const fail: (reason: string) => never = (reason) => {
  throw new TimeStampError(reason);
};

const signedDataIn = (bytes: Uint8Array): SignedData => {
  if (bytes.length > maxBytes) fail('is too large');
  const { offset, result } = fromBER(bytes);
  if (offset !== bytes.length) fail('is not DER');
  const info = new ContentInfo({ schema: result });
  if (info.contentType !== id_ContentType_SignedData) fail('is no signed message');
  return new SignedData({ schema: info.content });
};

const infoIn = ({ encapContentInfo: { eContentType, eContent } }: SignedData): TSTInfo =>
  eContentType === id_eContentType_TSTInfo && eContent !== undefined
    ? TSTInfo.fromBER(eContent.getValue())
    : fail('holds no time');

const certificatesIn = (signed: SignedData): Certificate[] =>
  (signed.certificates ?? []).filter((certificate) => certificate instanceof Certificate);

const asX509 = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER()));

const onlyValue = (attribute: Attribute | undefined): BaseBlock | undefined =>
  attribute?.values.length === 1 ? (attribute.values[0] as BaseBlock) : undefined;

/** The parts of a sequence; none for anything else. */
const partsOf = (block: unknown): unknown[] => (block instanceof Sequence ? block.valueBlock.value : []);

/** The hash by which the signed attributes name the signer's certificate (ESSCertID, ESSCertIDv2). */
const namedCertificate = (of: (type: string) => BaseBlock | undefined): { algorithm: string; value: Uint8Array } => {
  const isV2 = of(attributes.signingCertificateV2) !== undefined;
  const list = of(isV2 ? attributes.signingCertificateV2 : attributes.signingCertificate);
  const [first, second] = partsOf(partsOf(partsOf(list)[0])[0]);
  const [oid] = partsOf(first);
  const algorithm = oid instanceof ObjectIdentifier ? hashes[oid.getValue()] : undefined;
  const value = first instanceof OctetString ? first : second;
  if (!(value instanceof OctetString)) return fail('does not name its certificate');
  if (first instanceof OctetString) return { algorithm: isV2 ? 'sha256' : 'sha1', value: octetsOf(value) };
  return algorithm === undefined
    ? fail('names its certificate by an unknown hash')
    : { algorithm, value: octetsOf(value) };
};

const octetsOf = (octets: OctetString): Uint8Array => new Uint8Array(octets.getValue());

/** Checks the attributes that must be signed beside the content. */
const checkAttributes = ({ signedAttrs }: SignerInfo, signer: X509Certificate): void => {
  const of = (type: string): BaseBlock | undefined => {
    const found = signedAttrs?.attributes.filter((attribute) => attribute.type === type) ?? [];
    return found.length === 1 ? onlyValue(found[0]) : undefined;
  };
  const contentType = of(attributes.contentType);
  if (!(contentType instanceof ObjectIdentifier) || contentType.getValue() !== id_eContentType_TSTInfo)
    fail('is signed as another kind of message');
  const { algorithm, value } = namedCertificate(of);
  if (!hash(algorithm, signer.raw, 'buffer').equals(value)) fail('names another certificate than the one in it');
};

/** The certificate may sign time stamps, and nothing else (RFC 3161, 2.3). */
const checkUsage = ({ extensions = [] }: Certificate): void => {
  const usage = extensions.find(({ extnID }) => extnID === extendedKeyUsageId);
  const purposes: unknown = usage?.parsedValue?.keyPurposes;
  const isForTimeStamps = Array.isArray(purposes) && purposes.length === 1 && purposes[0] === timeStampingId;
  if (usage?.critical !== true || !isForTimeStamps)
    fail('is signed by a certificate that is not for time stamps alone');
};

const checkImprint = (info: TSTInfo, text: string): void => {
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithmId !== sha256Id) fail('has an imprint by another hash than SHA-256');
  if (!hash('sha256', text, 'buffer').equals(octetsOf(hashedMessage))) fail('is of another text');
};

const signatureOf = async (signed: SignedData, text: string): Promise<Certificate> => {
  const [info, ...more] = signed.signerInfos;
  if (info === undefined || more.length > 0) return fail('has not one signer');
  const verified = await signed.verify({ signer: 0, data: new TextEncoder().encode(text).buffer, extendedMode: true });
  if (verified.signatureVerified !== true || !(verified.signerCertificate instanceof Certificate))
    return fail('has no valid signature');
  checkAttributes(info, asX509(verified.signerCertificate));
  return verified.signerCertificate;
};

const read = async (bytes: Uint8Array, text: string): Promise<TimeStampToken> => {
  const signed = signedDataIn(bytes);
  if (certificatesIn(signed).length > maxCertificates) fail('has too many certificates');
  const info = infoIn(signed);
  checkImprint(info, text);
  const certificate = await signatureOf(signed, text);
  checkUsage(certificate);
  const signer = asX509(certificate);
  const time = info.genTime;
  if (time < signer.validFromDate || time > signer.validToDate) fail('is of a time when its certificate was not valid');
  const others = certificatesIn(signed)
    .map(asX509)
    .filter(({ fingerprint256 }) => fingerprint256 !== signer.fingerprint256);
  const nonce = info.nonce === undefined ? undefined : new Uint8Array(info.nonce.valueBlock.valueHexView);
  return { time, nonce, signer, others };
};

/**
 * Reads a time stamp (DER of a TimeStampToken) and verifies it with the certificate in it: whose that is, it does not say.
 * @param text what it has to be of
 * @throws TimeStampError
 */
export const readTimeStamp = async (bytes: Uint8Array, text: string): Promise<TimeStampToken> => {
  try {
    return await read(bytes, text);
  } catch (error) {
    if (error instanceof TimeStampError) throw error;
    throw new TimeStampError(`is damaged (${error instanceof Error ? error.message : String(error)})`);
  }
};
