import { describeWith } from '#test/servers/describe-with.js';
import { kafkaServers } from '#test/servers/kafka.js';
import { messageBusContract } from '../message-bus.contract.js';
import { KafkaFixture, kafkaVersions, startBroker } from './kafka-bus.fixture.js';

describeWith(kafkaServers, 'the bus on Kafka', () => {
  for (const version of kafkaVersions) {
    messageBusContract(`Kafka ${version}`, async () => {
      const broker = await startBroker(version);
      const fixture = await KafkaFixture.open(broker.brokers);
      fixture.relay().start();
      return {
        eventStore: fixture.eventStore,
        open: () => fixture.process(),
        breakConnections: () => fixture.breakConnections(),
        close: async () => {
          await fixture.close();
          await broker.end();
        },
      };
    });
  }
});
