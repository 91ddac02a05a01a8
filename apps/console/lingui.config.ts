import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: '<rootDir>/src/messages/{locale}', include: ['src'] }],
  format: formatter({ lineNumbers: false }),
});
