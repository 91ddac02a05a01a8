// Makes the bucket of the trial's own S3 server, unless it is there.

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

const { S3_BUCKET, S3_ENDPOINT, TRANSLEDGER_S3_REGION = 'us-east-1' } = process.env;
const alreadyThere = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']);

const client = new S3Client({ endpoint: S3_ENDPOINT, region: TRANSLEDGER_S3_REGION, forcePathStyle: true });
try {
  await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
} catch (error) {
  if (!alreadyThere.has(error.name)) throw error;
}
