import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { leaveAddress, otherOrigin, useSetSession } from '../../app/session';
import { tabMemory } from '../../app/tab-memory';
import { Notice } from '../../ui/notice';
import { Screen } from '../../ui/screen';
import { NewPasswordForm } from './new-password-form';
import { SignInForm } from './sign-in-form';

/** A link leads here with a token behind its `#`, which browsers send to nobody. */
const linkOf = (): { kind: 'invites' | 'owner'; token: string } | undefined => {
  const token = location.hash.slice(1);
  if (location.pathname.startsWith('/console/invite')) return { kind: 'invites', token };
  return location.pathname.startsWith('/console/owner') ? { kind: 'owner', token } : undefined;
};

/** Whether the address is a link with its token, which is meant for whoever follows it, signed in or not. */
export const hasLink = (): boolean => (linkOf()?.token ?? '') !== '';

const Page = ({ children }: { children: ReactNode }) => (
  <div className="page">
    <p className="shell-name" translate="no">
      Transledger
    </p>
    <main>{children}</main>
  </div>
);

const Elsewhere = ({ origin }: { origin: string }) => {
  const { t } = useLingui();
  const href = `${origin}${location.pathname}${location.hash}`;
  return (
    <Screen title={t`Sign in at the address of this service`}>
      {origin === 'unknown' ? (
        <p>
          <Trans>
            The service does not know its own address yet, so that nobody can sign in. Ask whoever runs it to set it.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            You have opened it by another name, by which nobody can sign in. Go on here: <a href={href}>{origin}</a>
          </Trans>
        </p>
      )}
    </Screen>
  );
};

/** Signs in, sets the password of an invite, or completes the owner of the first start: whatever the address asks for. */
export const SignInScreen = () => {
  const { t } = useLingui();
  const setSession = useSetSession();
  const [link, setLink] = useState(linkOf);
  const leaveLink = () => {
    leaveAddress();
    setLink(undefined);
  };
  useEffect(() => {
    // Not before: screens that are still there would follow it.
    if (tabMemory.hasLeft && !hasLink()) leaveAddress();
  }, []);
  const origin = otherOrigin();
  if (origin !== undefined)
    return (
      <Page>
        <Elsewhere origin={origin} />
      </Page>
    );
  if (link !== undefined && link.token !== '')
    return (
      <Page>
        <Screen title={link.kind === 'owner' ? t`Become the owner` : t`Set your password`}>
          <NewPasswordForm
            kind={link.kind}
            token={link.token}
            onSession={(session) => {
              leaveLink();
              setSession(session);
            }}
            onLeave={leaveLink}
          />
        </Screen>
      </Page>
    );
  return (
    <Page>
      <Screen title={t`Sign in`}>
        {link !== undefined && (
          <Notice kind="warn">
            <p>
              <Trans>The link is not whole: its end is missing.</Trans>
            </p>
          </Notice>
        )}
        {link === undefined && tabMemory.hasOwner && (
          <Notice kind="warn">
            <p>
              <Trans>
                Your session has ended: nothing was asked for half an hour, twelve hours are over, or somebody ended it.
                Sign in again, and you are back where you were.
              </Trans>
            </p>
          </Notice>
        )}
        <SignInForm onSession={setSession} />
      </Screen>
    </Page>
  );
};
