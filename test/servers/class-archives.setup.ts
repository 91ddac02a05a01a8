import { missingServers } from './installed.js';
import { ensureClassArchive, type JavaServer } from './java.js';
import { kafkaServers, kafkaVersions, startKafka } from './kafka.js';
import { startS3Proxy } from './s3proxy.js';
import type { ServerProcess } from './server-process.js';

const prepare = async (server: JavaServer, start: (sharing: string[]) => Promise<{ server: ServerProcess }>) => {
  try {
    await ensureClassArchive(server, async (sharing) => (await start(sharing)).server);
  } catch (error) {
    process.stderr.write(`${server} starts slowly, without an archive of its classes: ${error}\n`);
  }
};

/** Makes, before the first run that starts servers in Java, the class archives that shorten all their starts. */
export default async function setup(): Promise<void> {
  if (missingServers(kafkaServers).length === 0) {
    for (const version of kafkaVersions) {
      await prepare(`kafka-${version}`, (sharing) => startKafka({ version, sharing }));
    }
  }
  if (missingServers(['s3']).length === 0) await prepare('s3proxy-2.9.0', (sharing) => startS3Proxy({ sharing }));
}
