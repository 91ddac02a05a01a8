import { chunkLength } from '../blob-encoding.js';
import { blobStoreContract } from '../blob-store.contract.js';
import { S3Fixture } from './s3.fixture.js';

const prefix = 'files/';

blobStoreContract('S3', async () => {
  const fixture = await S3Fixture.start();
  return {
    store: fixture.store({ prefix }),
    chunkLength,
    stored: {
      read: (id) => fixture.object(prefix + id),
      write: (id, bytes) => fixture.replace(prefix + id, bytes),
      count: async () => (await fixture.files()).length,
    },
    close: () => fixture.close(),
  };
});
