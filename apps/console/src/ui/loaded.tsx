import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** An answer of the service: the place that it will take while it is on its way, what failed, or its content. */
export const Loaded = <Data,>({ query: { data, error, refetch }, children }: LoadedProps<Data>) => (
  <>
    {error && <Failure error={error} onRetry={() => void refetch()} />}
    {data !== undefined && children(data)}
    {data === undefined && !error && (
      <p className="loading soft" role="status">
        <Trans>Loading…</Trans>
      </p>
    )}
  </>
);
