import { QueryCache, QueryClient } from '@tanstack/react-query';
import { TransledgerError } from '@transledger/sdk';
import { isSignedOut } from './session';

/** The answers that the console has. The client tries again by itself; a session that has ended is noticed by whatever is refused for it. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== 'session' && isSignedOut(error)) void queries.invalidateQueries({ queryKey: ['session'] });
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !(error instanceof TransledgerError),
      staleTime: 10_000,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
