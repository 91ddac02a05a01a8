import { afterAll, beforeAll } from 'vitest';
import { S3Fixture } from '../blob-store/s3/s3.fixture.js';
import { describeHeadParts } from './head-parts.suite.js';
import { S3PartStorage } from './s3-part-storage.js';

let fixture: S3Fixture;
beforeAll(async () => {
  fixture = await S3Fixture.start();
});
afterAll(() => fixture.close());

describeHeadParts(() => new S3PartStorage(fixture.options));
