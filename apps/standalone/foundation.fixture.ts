import { type Foundation, openFoundation } from '#libs/engines/foundation.js';
import { processFixture } from '#libs/engines/process/process.fixture.js';
import type { Settings } from '#libs/platform/config/settings.js';

export interface FoundationFixture {
  settings: Settings;
  foundation: Foundation;
  close(): Promise<void>;
}

/** The settings of a service whose tables are there and empty, and connections to its log. */
export const foundationFixture = async (): Promise<FoundationFixture> => {
  const fixture = await processFixture('api');
  const { settings } = fixture.options;
  const foundation = await openFoundation(settings, { role: 'test', poolSize: 2 });
  return {
    settings,
    foundation,
    close: async () => {
      await foundation.close();
      await fixture.close();
    },
  };
};
