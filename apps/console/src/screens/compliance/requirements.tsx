import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ErasureRequest } from '@transledger/sdk';
import type { ReactNode } from 'react';
import { service } from '../../app/service';
import { useSession } from '../../app/session';

type Subject = ErasureRequest['subject'];

/** The people of the organization, as far as the role sees them. */
export const usePeople = () =>
  useQuery({ queryKey: ['users'], queryFn: ({ signal }) => service.users.list({}, { signal }).first(1_000) });

/** Whether the subject has keys that are active; undefined where the role does not see keys. */
const useHasKeys = ({ type, id }: Subject): boolean | undefined => {
  const { scopes } = useSession();
  const { data } = useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => service.apiKeys.list({ limit: 1_000 }, { signal }).page(),
    enabled: type === 'user' && scopes.includes('keys:manage'),
  });
  return data?.api_keys.some(({ owner, status }) => status === 'active' && owner.user_id === id);
};

const useIsHeld = ({ type, id }: Subject): boolean | undefined => {
  const { data } = useQuery({
    queryKey: ['holds'],
    queryFn: ({ signal }) => service.holds.list({}, { signal }).first(1_000),
  });
  return data?.some(({ subject, lifted_at: end }) => end === null && subject?.type === type && subject.id === id);
};

/** A thing that has to be so first, and whether it is; undefined where that is not known here. */
const Requirement = ({ isMet, children }: { isMet: boolean | undefined; children: ReactNode }) => (
  <li>
    <span className={`badge ${isMet === undefined ? '' : isMet ? 'badge-good' : 'badge-bad'}`}>
      {isMet === undefined ? <Trans>Not known</Trans> : isMet ? <Trans>Done</Trans> : <Trans>To do</Trans>}
    </span>{' '}
    {children}
  </li>
);

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/** Everything that has to be so before somebody is erased. */
export const Requirements = ({ subject }: { subject: Subject }) => {
  const people = usePeople();
  // Of what is no person's id, nothing is found, which would look as if all was done.
  const isPerson = subject.id.startsWith('usr_');
  const hasAccount = isPerson ? people.data?.some(({ id }) => id === subject.id) : undefined;
  const hasKeys = useHasKeys(subject);
  const isHeld = useIsHeld(subject);
  return (
    <>
      <p>
        <Trans>Before it can be done, this has to be so:</Trans>
      </p>
      <ul>
        {subject.type === 'user' && (
          <>
            <Requirement isMet={not(hasAccount)}>
              <Trans>The account is deleted, by an owner on the screen People.</Trans>
            </Requirement>
            <Requirement isMet={not(isPerson ? hasKeys : undefined)}>
              <Trans>The person's keys are revoked or handed over, on the screen API keys.</Trans>
            </Requirement>
          </>
        )}
        <Requirement isMet={isHeld === true ? false : undefined}>
          <Trans>No legal hold is on the person or address, on a document of theirs, or on the time of one.</Trans>
        </Requirement>
      </ul>
    </>
  );
};
