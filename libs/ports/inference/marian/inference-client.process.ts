// Asks the inference process at an address for the translation of a sentence, prints it, and has nothing else to do.

import { parseAddress } from './inference-address.js';
import { InferenceClient } from './inference-client.js';

const [address = '', sentence = ''] = process.argv.slice(2);
const client = new InferenceClient([parseAddress(address)]);
const [model] = await client.list();
for (let round = 0; round < 2; round += 1) {
  const [translation] = await client.translate([sentence], { model: model?.sha256 ?? '' });
  process.stdout.write(`${translation?.text}\n`);
}
// It is never closed: an idle connection keeps no program from its end.
