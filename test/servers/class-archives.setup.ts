import { missingServers } from './installed.js';
import { ensureClassArchive } from './java.js';
import { kafkaVersions, startKafka } from './kafka.js';
import { startS3Proxy } from './s3proxy.js';

/** Before the first run that starts servers in Java: what makes all their starts short. */
export default async function setup(): Promise<void> {
  if (missingServers(['kafka']).length === 0) {
    for (const version of kafkaVersions) {
      await ensureClassArchive(`kafka-${version}`, async (sharing) => (await startKafka({ version, sharing })).server);
    }
  }
  if (missingServers(['s3']).length === 0) {
    await ensureClassArchive('s3proxy-2.9.0', async (sharing) => (await startS3Proxy({ sharing })).server);
  }
}
