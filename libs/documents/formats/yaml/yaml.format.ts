import { textFormat } from '../text/text-format.js';
import { YamlWalker } from './yaml.walker.js';

export const yamlFormat = textFormat({
  name: 'yaml',
  mediaType: 'application/yaml',
  extensions: ['yaml', 'yml'],
  options: ['keys', 'include_source'],
  walker: (_context, { keys }, merging) => new YamlWalker(keys, merging),
});
