import { expect, it } from 'vitest';
import { LogReplacedError } from '../../event-store/log-trail.js';
import type { Position } from '../../event-store/position.js';
import { topicDiffers } from './prepare-topics.js';
import { RelayHaltedError } from './relay-halted.errors.js';
import { watchedRelay } from './watched-relay.js';

const toldOf = (error: unknown): [event: string, facts: object][] => {
  const told: [event: string, facts: object][] = [];
  watchedRelay({ emit: (event, facts) => void told.push([event, facts]) }, 'transledger.')(error);
  return told;
};

it('a relay that halted at an event reports its id, topic and size', () => {
  const at = { event: 'e-1', type: 'DocumentUploaded', position: '0001', topic: 'transledger.documents', bytes: 9 };
  expect(toldOf(new RelayHaltedError(at))).toMatchObject([
    ['relay.halted', { ...at, cause: { name: 'RelayHaltedError' } }],
  ]);
});

it('a topic that differs from its declaration is reported', () => {
  const message = 'A topic is not as declared: transledger.texts: number of partitions is 1, declared 12';
  const fault = topicDiffers('transledger.texts: number of partitions is 1, declared 12');
  expect(toldOf(fault)).toMatchObject([
    ['relay.retried', { topics: 'transledger.', cause: { name: 'TopicError', message } }],
  ]);
});

it('another fault is reported by its class and code alone', () => {
  const fault = Object.assign(new Error('connect to broker.example'), { code: 'ECONNREFUSED' });
  const cause = { name: 'Error', code: 'ECONNREFUSED', stack: expect.any(Array) };
  expect(toldOf(fault)).toEqual([['relay.retried', { topics: 'transledger.', cause }]]);
});

it('a relay whose place the log does not hold reports where it goes on', () => {
  const places = { reader: 'kafka-relay:transledger.', position: '0009' as Position, soundTo: '0004' as Position };
  const fault = new LogReplacedError(places.reader, places.position, places.soundTo);
  expect(toldOf(fault)).toEqual([['log.replaced', places]]);
});
