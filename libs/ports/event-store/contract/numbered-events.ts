import { v5 as uuidv5 } from 'uuid';
import type { NewEvent } from '../event-store.port.js';

const namespace = '5a2c1a3e-0a60-5d7e-8f0b-7f6f0f0a1c11';

/** An event whose id follows from its label, so that the same label is the same event. */
export const eventNumbered = (label: number | string, changes: Partial<NewEvent> = {}): NewEvent => ({
  id: uuidv5(String(label), namespace),
  type: 'Counted',
  version: 1,
  data: { label },
  metadata: { by: 'contract' },
  ...changes,
});

/** An event of half a megabyte that no engine can compress to much less. */
export const largeEventNumbered = (label: number): NewEvent => {
  const words = Array.from({ length: 60_000 }, (_, n) => ((n + label) * 2_654_435_761).toString(36));
  return eventNumbered(label, { data: { label, text: words.join('').slice(0, 500_000) } });
};
