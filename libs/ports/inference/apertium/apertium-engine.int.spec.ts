import { inferenceContract } from '../inference.contract.js';
import { createApertiumEngine } from './apertium-engine.js';

inferenceContract('Apertium, English to Spanish', {
  createEngine: () => createApertiumEngine(),
  source: 'en',
  target: 'es',
  unsupported: ['en', 'ja'],
  nouns: ['cat', 'house', 'water', 'friend'],
});

inferenceContract('Apertium, French to Catalan', {
  createEngine: () => createApertiumEngine(),
  source: 'fr',
  target: 'ca',
  unsupported: ['ca', 'ca'],
  nouns: ['chat', 'maison', 'eau', 'ami'],
});

inferenceContract('Apertium, Norwegian Bokmål to Danish', {
  createEngine: () => createApertiumEngine(),
  source: 'nb',
  target: 'da',
  unsupported: ['da', 'en'],
  nouns: ['katt', 'hus', 'vann', 'venn'],
});
