import { expect, it } from 'vitest';
import { settingDefinitions } from './settings.js';
import { similarSetting } from './similar-setting.js';

const settings = Object.keys(settingDefinitions);

it.each([
  ['TRANSLEDGER_LOGLEVEL', 'TRANSLEDGER_LOG_LEVEL'],
  ['TRANSLEDGER_DATADIR', 'TRANSLEDGER_DATA_DIR'],
  ['TRANSLEDGER_PORT', 'PORT'],
  ['TRANSLEDGER_KAFKA_BROKER', 'KAFKA_BROKERS'],
  ['TRANSLEDGER_OIDC_SECRET', 'TRANSLEDGER_OIDC_CLIENT_SECRET'],
  ['TRANSLEDGER_TIER_ENTRY_REQUEST_PER_MINUTE', 'TRANSLEDGER_TIER_ENTRY_REQUESTS_PER_MINUTE'],
])('%s was probably meant to be %s', (name, setting) => expect(similarSetting(name, settings)).toBe(setting));

it.each(['TRANSLEDGER_TYPO', 'TRANSLEDGER_COLOUR_OF_THE_SKY'])('nothing is near %s', (name) =>
  expect(similarSetting(name, settings)).toBeUndefined(),
);
