import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Session, TransledgerError } from '@transledger/sdk';
import { service } from './service';
import { tabMemory } from './tab-memory';

const key = ['session'] as const;

/** Whether nobody is signed in: the session has ended, or there was none. */
export const isSignedOut = (error: unknown): boolean => error instanceof TransledgerError && error.status === 401;

/** Forgets the answers that were for somebody else. */
const forgetAnswers = (queries: QueryClient): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });

/** The session of this browser; null where nobody is signed in. In another tab somebody else may have signed in. */
const currentSession = async ({ client }: { client: QueryClient }): Promise<Session | null> => {
  try {
    const session = await service.session.get();
    if (tabMemory.signedIn(session.user.id)) {
      forgetAnswers(client);
      leaveAddress();
    }
    return session;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
};

export const useSessionQuery = () => useQuery({ queryKey: key, queryFn: currentSession, staleTime: 60_000 });

/** The session of a screen that is shown to people who are signed in. */
export const useSession = (): Session => {
  const { data } = useSessionQuery();
  if (!data) throw new Error('This screen is for people who are signed in');
  return data;
};

/** The address of a screen is its person's, too. */
export const leaveAddress = (): void => history.replaceState(null, '', '/console/');

/** Says to all screens who is signed in now, or that somebody has signed out; what another person saw is forgotten. */
export const useSetSession = () => {
  const queries = useQueryClient();
  return (session: Session | null) => {
    if (session === null) tabMemory.signedOut();
    // That of an ended session leads its person back; to somebody else it is nothing.
    else if (tabMemory.signedIn(session.user.id)) leaveAddress();
    forgetAnswers(queries);
    queries.setQueryData(key, session);
  };
};

/** A fact that the service has written into its page. */
const metaOf = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Whether a provider of identities takes sign-ins too. */
export const hasProvider = (): boolean => metaOf('provider-sign-in') === 'yes';

/**
 * The origin that takes sign-ins where this is another: `unknown` where the service does not know its own address,
 * undefined where all is well.
 */
export const otherOrigin = (): string | undefined => {
  const origin = metaOf('service-origin');
  if (origin === '') return location.protocol === 'http:' ? undefined : 'unknown';
  return location.origin === origin ? undefined : origin;
};
