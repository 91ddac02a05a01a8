import { expect, it } from 'vitest';
import { ConfigurationError } from '#libs/platform/config/settings.js';
import { reasonOf } from './run-role.js';

it('a role that cannot start for a server that does not answer says so, and other reasons as they are', () => {
  expect(reasonOf('worker', new Error('Connection terminated due to connection timeout'))).toBe(
    'The worker cannot start while a server that it needs does not answer in time (Connection terminated due to connection timeout). Start it again.',
  );
  expect(reasonOf('worker', new ConfigurationError(['PORT must be a number', 'HOST too']))).toBe(
    'PORT must be a number\nHOST too',
  );
  expect(reasonOf('worker', new Error('The master key is another'))).toBe('The master key is another');
});
