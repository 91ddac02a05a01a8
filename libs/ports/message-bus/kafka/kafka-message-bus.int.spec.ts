import { describeWith } from '#test/servers/describe-with.js';
import { messageBusContract } from '../message-bus.contract.js';
import { KafkaScene, kafkaVersions, startBroker } from './kafka-bus.fixture.js';

describeWith(['kafka'], 'the bus on Kafka', () => {
  for (const version of kafkaVersions) {
    messageBusContract(`Kafka ${version}`, async () => {
      const broker = await startBroker(version);
      const scene = await KafkaScene.open(broker.brokers);
      scene.relay().start();
      return {
        eventStore: scene.eventStore,
        open: () => scene.process(),
        breakConnections: () => scene.breakConnections(),
        close: async () => {
          await scene.close();
          await broker.end();
        },
      };
    });
  }
});
