import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parsePolicy, type VerifierKey, type WitnessPolicy } from '@transledger/audit-proof';
import { logKeyOf, NotVerifiableError } from '@transledger/audit-proof/files';
import { InvalidArgumentError } from 'commander';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const revocations = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g;

const contentOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new InvalidArgumentError(`${file} cannot be read.`);
  }
};

/** A key of a log as it is written, or the file that has it, for the command line. */
export const toLogKey = (given: string): VerifierKey => {
  try {
    return logKeyOf(given);
  } catch (error) {
    throw error instanceof NotVerifiableError ? new InvalidArgumentError(error.message) : error;
  }
};

/** A policy of witnesses in a file, for the command line. */
export const toPolicy = (file: string): WitnessPolicy => {
  const content = contentOf(file);
  try {
    return parsePolicy(content);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? `${error.message}.` : 'It is no policy.');
  }
};

/** The certificates in a PEM file, for the command line. */
export const toCertificates = (file: string): X509Certificate[] => {
  const found = contentOf(file).match(certificate) ?? [];
  try {
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem));
  } catch {
    // It is said below.
  }
  throw new InvalidArgumentError('It has to hold certificates, PEM.');
};

/** The lists of revoked certificates in a PEM file, each as DER, for the command line. */
export const toRevocations = (file: string): Uint8Array[] => {
  const found = Array.from(contentOf(file).matchAll(revocations), ([, text = '']) => Buffer.from(text, 'base64'));
  if (found.length === 0) throw new InvalidArgumentError('It has to hold lists of revoked certificates, PEM.');
  return found;
};
