import type { Command } from 'commander';
import { applicationScopes, type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { parseRange } from '#libs/platform/ip-address/ip-range.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { timeForm, timestamp, toName } from './arguments.js';
import { chooseOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { withService } from './service.js';

const listedKeys = 1_000;

const split = (text: string | undefined): string[] => text?.split(',').map((part) => part.trim()) ?? [];

const parseScopes = (text: string | undefined): readonly Scope[] => {
  if (text === undefined) return applicationScopes;
  if (text === 'all') return scopes;
  return split(text).map((name) => {
    const scope = scopes.find((candidate) => candidate === name);
    if (scope !== undefined) return scope;
    throw new Rejection('invalid_request', { message: `There is no scope "${name}". Scopes: ${scopes.join(', ')}.` });
  });
};

const parseRanges = (text: string | undefined): string[] =>
  split(text).map((range) => {
    if (parseRange(range) !== undefined) return range;
    throw new Rejection('invalid_request', { message: `"${range}" is not an address or CIDR range.` });
  });

interface CreateOptions {
  name: string;
  organization?: string;
  scopes?: string;
  expires?: string;
  allow?: string;
}

const createKey = (options: CreateOptions) => {
  // While the database is connected to.
  const loading = import('./operator.js');
  return withService(async (service) => {
    const organizationId = await chooseOrganization(service, options.organization);
    const request = {
      name: options.name,
      scopes: parseScopes(options.scopes),
      ipAllowlist: parseRanges(options.allow),
      expiresAt: options.expires ?? null,
    };
    const operator = await loading;
    const { key, grant } = await operator.createKey(service, organizationId, request);
    return { id: grant.keyId, organization_id: organizationId, name: grant.name, scopes: grant.scopes, key };
  });
};

export const addKeyCommands = (group: Command): void => {
  group
    .command('create')
    .description('create an API key, for an application unless scopes are named')
    .requiredOption('--name <name>', 'its name', toName)
    .option('--organization <id>', 'whose it is; needed when there are several')
    .option('--scopes <list>', `scopes, separated by commas, or "all" (default: ${applicationScopes.join(',')})`)
    .option('--expires <time>', `when it ends (${timeForm})`, timestamp)
    .option('--allow <list>', 'addresses and CIDR ranges that may use it, separated by commas')
    .action(async (options: CreateOptions, command: Command) => {
      const created = await createKey(options);
      print(command, created, () => [
        `Key      ${created.id}`,
        `Scopes   ${created.scopes.join(', ')}`,
        `API key  ${created.key}   (shown only now)`,
      ]);
    });

  group
    .command('list')
    .description('list the API keys of an organization')
    .option('--organization <id>', 'needed when there are several')
    .action(async (options: { organization?: string }, command: Command) => {
      const { api_keys } = await withService(async (service) => {
        const organizationId = await chooseOrganization(service, options.organization);
        const page = { limit: listedKeys, offset: 0 };
        return new ApiKeyQueries(service.readModels, service.subjectKeys).list(
          organizationId,
          page,
          new Date().toISOString(),
        );
      });
      print(command, { api_keys }, () =>
        table(
          ['ID', 'NAME', 'STATUS', 'SCOPES', 'OWNER', 'EXPIRES', 'LAST USED'],
          api_keys.map((key) => [
            ...[key.id, key.name, key.status, key.scopes.length, key.owner.user_id],
            ...[key.expires_at, key.last_used_at],
          ]),
        ),
      );
    });

  group
    .command('rotate')
    .description('replace an API key by one with the same rights; the old one goes on working for a day')
    .argument('<id>', 'key')
    .option('--organization <id>', 'needed when there are several')
    .action(async (id: string, options: { organization?: string }, command: Command) => {
      const rotated = await withService(async (service) => {
        const organizationId = await chooseOrganization(service, options.organization);
        const operator = await import('./operator.js');
        const { key, grant } = await operator.rotateKey(service, organizationId, id);
        const { keyId, name, scopes } = grant;
        return { id: keyId, organization_id: organizationId, name, scopes, rotated_from: id, key };
      });
      print(command, rotated, () => [
        `Key      ${rotated.id}, in place of ${id}, which goes on working for a day`,
        `API key  ${rotated.key}   (shown only now)`,
      ]);
    });

  group
    .command('revoke')
    .description('revoke an API key')
    .argument('<id>', 'key')
    .option('--organization <id>', 'needed when there are several')
    .action(async (id: string, options: { organization?: string }, command: Command) => {
      await withService(async (service) => {
        const organizationId = await chooseOrganization(service, options.organization);
        const operator = await import('./operator.js');
        await operator.revokeKey(service, organizationId, id);
      });
      print(command, { id, revoked: true }, () => [`${id} is revoked.`]);
    });
};
