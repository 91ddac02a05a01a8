import { chunkLength } from '../blob-encoding.js';
import { blobStoreContract } from '../blob-store.contract.js';
import { S3Scene } from './s3.fixture.js';

const prefix = 'files/';

blobStoreContract('S3', async () => {
  const scene = await S3Scene.start();
  return {
    store: scene.store({ prefix }),
    chunkLength,
    stored: {
      read: (id) => scene.object(prefix + id),
      write: (id, bytes) => scene.replace(prefix + id, bytes),
      count: async () => (await scene.files()).length,
    },
    close: () => scene.close(),
  };
});
