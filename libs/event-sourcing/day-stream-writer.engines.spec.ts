import { describe } from 'vitest';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import { connectEventStoreDb } from '#libs/ports/event-store/eventstoredb/event-store-db.js';
import { startEventStoreDouble } from '#test/eventstore-double/event-store-double.js';
import { type CutStore, describeDayStreamWriter } from './day-stream-writer.suite.js';

const onEventStoreDb = async (): Promise<CutStore> => {
  const double = await startEventStoreDouble();
  // Written and never answered: the adapter gives these up, and the writer after it.
  double.faults.inject({ kind: 'hang-after-commit', times: 3 });
  const proxy = await CuttingProxy.start(double.port);
  const url = `esdb://127.0.0.1:${proxy.port}?tls=false`;
  return { store: connectEventStoreDb({ url, appendTimeoutMs: 500 }), proxy, dispose: () => double.stop() };
};

describe('the writer of high-rate facts on EventStoreDB', () => describeDayStreamWriter(onEventStoreDb));
