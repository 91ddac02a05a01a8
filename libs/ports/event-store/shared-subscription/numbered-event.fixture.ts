import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../event-store.port.js';

export const numberedEvent = (n: number, type: string): NewEvent => ({
  id: randomUUID(),
  type,
  version: 1,
  data: { n },
  metadata: {},
});
