import { openPlainObjects } from '#libs/engines/plain-objects.js';
import { BucketDestination } from './bucket-destination.js';
import type { ExportDestination } from './export-destination.js';
import { FileDestination } from './file-destination.js';
import { standardOutput } from './standard-output.js';

const scheme = 's3://';

const warnOfLeftParts = ({ message }: Error): void => {
  process.stderr.write(`! Parts of the export are left in the bucket: ${message}\n`);
};

/** Where S3 is, as the SDK and the tools of AWS are told. */
type AwsEnvironment = Partial<Record<'AWS_ENDPOINT_URL_S3' | 'AWS_REGION', string>>;

/**
 * The destination that `--output` names: a file, `s3://bucket/key`, or standard output when it is undefined.
 * @throws Error for an address without bucket or key
 */
export const destinationOf = async (
  output: string | undefined,
  { AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region }: AwsEnvironment,
): Promise<ExportDestination> => {
  if (output === undefined) return standardOutput;
  if (!output.startsWith(scheme)) return new FileDestination(output);
  const [bucket = '', ...path] = output.slice(scheme.length).split('/');
  const key = path.join('/');
  if (bucket === '' || key === '' || key.endsWith('/')) throw new Error(`${output} must be s3://BUCKET/KEY.`);
  const place = { bucket, ...(endpoint && { endpoint }), ...(region && { region }) };
  return new BucketDestination(await openPlainObjects(place, warnOfLeftParts), key);
};
