import { type Command, InvalidArgumentError } from 'commander';
import { UsageQueries } from '#projections/usage/usage.queries.js';
import { assertPeriod } from './arguments.js';
import { chooseOrganization } from './choose-organization.js';
import { print, table } from './output.js';
import { withService } from './service.js';

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const toDay = (text: string): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('must be a date such as 2026-11-23.');
};

interface UsageOptions {
  organization?: string;
  start?: string;
  end?: string;
}

export const addUsage = (group: Command): void => {
  group
    .option('--organization <id>', 'needed when there are several')
    .option('--start <date>', 'first day in UTC, such as 2026-11-23; 30 days ago when omitted', toDay)
    .option('--end <date>', 'last day in UTC; today when omitted', toDay)
    .action(async ({ organization, ...period }: UsageOptions, command: Command) => {
      const { start = dayOf(Date.now() - 30 * dayMs), end = dayOf(Date.now()) } = period;
      assertPeriod({ start, end });
      const usage = await withService(async (service) => {
        const organizationId = await chooseOrganization(service, organization);
        await service.caughtUp('usage');
        const queries = new UsageQueries(service.readModels, service.subjectKeys);
        return queries.ofPeriod(organizationId, start, dayOf(Date.parse(end) + dayMs));
      });
      print(command, { period: { start, end }, ...usage }, () => [
        `${start} to ${end}: ${usage.requests} requests, ${usage.characters} characters`,
        '',
        ...table(
          ['DAY', 'REQUESTS', 'CHARACTERS'],
          usage.by_day.map((day) => [day.date, day.requests, day.characters]),
        ),
        '',
        ...table(
          ['ENDPOINT', 'REQUESTS', 'CHARACTERS'],
          usage.by_endpoint.map((row) => [row.endpoint, row.requests, row.characters]),
        ),
      ]);
    });
};
