import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@transledger/sdk';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { service } from '../../app/service';
import { daysAsked } from './asked-days';
import { AuditPages } from './audit-pages';

export const filterNames = [
  'action',
  'result',
  'resource',
  'resource_id',
  'user_id',
  'key_id',
  'start',
  'end',
] as const;
export type Filters = Record<(typeof filterNames)[number], string>;

const pageSize = 200;
const tailMs = 2_000;

/** The filters as the service takes them. */
const queryOf = ({ start, end, ...others }: Filters): Query<'listAuditLogs'> => ({
  ...Object.fromEntries(
    Object.entries(others)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name === 'action' ? value.split(',') : value]),
  ),
  ...daysAsked({ start, end }),
});

/** The entries from the newest on, as far as they are looked at, and with `isFollowed` those that come, every two seconds. */
export const useAuditLog = (filters: Filters, isFollowed: boolean) => {
  const queries = useQueryClient();
  const asked = JSON.stringify(queryOf(filters));
  const pages = useMemo(() => {
    const query: Query<'listAuditLogs'> = { ...JSON.parse(asked), limit: pageSize };
    return new AuditPages((cursor) =>
      queries.fetchQuery({
        queryKey: ['audit', asked, cursor],
        queryFn: () => service.auditLogs.list({ ...query, ...(cursor !== '' && { cursor }) }).page(),
        // The pages are kept, and let go, by those who show them.
        gcTime: 0,
        structuralSharing: false,
      }),
    );
  }, [asked, queries]);
  const view = useSyncExternalStore(pages.subscribe, pages.snapshot);
  useEffect(() => {
    pages.want(0, 0);
    return () => pages.stop();
  }, [pages]);
  const tail = useQuery({
    queryKey: ['audit', asked, 'tail'],
    queryFn: ({ signal }) => service.auditLogs.list({ ...JSON.parse(asked), limit: pageSize }, { signal }).page(),
    enabled: isFollowed && view.pagination !== undefined,
    refetchInterval: tailMs,
    gcTime: 0,
  });
  useEffect(() => {
    if (isFollowed && tail.data !== undefined) pages.addNewest(tail.data);
  }, [pages, isFollowed, tail.data]);
  return { pages, view };
};
