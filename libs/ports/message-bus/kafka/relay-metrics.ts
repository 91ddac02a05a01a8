import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { KafkaRelay, KafkaRelayStatus } from './relay.js';

/** Measures how far the relay is, and whether it goes on. */
export const measureRelay = (registry: Registry, relay: KafkaRelay): void => {
  const status = askedOnce(() => relay.status());
  const gauge = (name: string, help: string, measure: (status: KafkaRelayStatus) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max', // every node sees the same
      async collect() {
        const told = await status();
        this.set((told && measure(told)) ?? Number.NaN);
      },
    });
  gauge(
    'transledger_kafka_relay_lag_events',
    'Events not yet published to Kafka, counted up to 1,000.',
    ({ lagEvents }) => lagEvents,
  );
  gauge(
    'transledger_kafka_relay_lag_seconds',
    'Age of the oldest event not yet published to Kafka.',
    ({ lagSeconds }) => lagSeconds,
  );
  gauge(
    'transledger_kafka_relay_halted',
    '1 while this process halts at an event that Kafka does not take.',
    ({ state }) => (state === 'halted' ? 1 : 0),
  );
};
