import { inferenceContract } from '../inference.contract.js';
import { createPivotingEngine } from '../pivot/pivoting-engine.js';
import { dictionaryModels, marianModel } from './contract/dictionary-models.js';
import { createMarianEngine } from './marian-engine.js';

inferenceContract('Marian', {
  createEngine: () => createMarianEngine({ models: dictionaryModels() }),
  source: 'en',
  target: 'es',
  unsupported: ['en', 'ja'],
  nouns: ['cat', 'house', 'water', 'friend'],
});

inferenceContract('Marian through English', {
  createEngine: () => {
    const installed = [marianModel('fr', 'en', 'tiny'), marianModel('en', 'es', 'base')];
    return createPivotingEngine(createMarianEngine({ models: dictionaryModels({ installed }) }));
  },
  source: 'fr',
  target: 'es',
  unsupported: ['es', 'fr'],
  nouns: ['cat', 'house', 'water', 'friend'],
});
