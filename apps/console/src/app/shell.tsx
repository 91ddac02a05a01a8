import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '@transledger/sdk';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Word } from '../ui/word';
import { missingScopes, screens } from './screens';
import { service } from './service';
import { isSignedOut, useSetSession } from './session';
import { Shortcuts } from './shortcuts';
import { roleWords } from './words';

const signOut = async () => {
  try {
    await service.session.signOut();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
};

const Account = ({ session: { user, organization } }: { session: Session }) => {
  const setSession = useSetSession();
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => setSession(null) });
  return (
    <div className="shell-account">
      <p>
        {user.name || user.email}{' '}
        <span className="badge">
          <Word of={roleWords} code={user.role} />
        </span>
      </p>
      <p className="soft">{organization.name}</p>
      <Button look="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
        <Trans>Sign out</Trans>
      </Button>
      {leave.error && <Failure error={leave.error} />}
    </div>
  );
};

/** The frame of all screens: the navigation of what the role may see, the account, and the screen itself. */
export const Shell = ({ session, children }: { session: Session; children: ReactNode }) => {
  const { i18n, t } = useLingui();
  const [path] = useLocation();
  const place = path.split('/')[1];
  const nav = useRef<HTMLElement>(null);
  // In a narrow window the navigation scrolls sideways.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [place]);
  return (
    <div className="shell">
      <a className="skip button" href="#main">
        <Trans>Skip to the screen</Trans>
      </a>
      <div className="shell-side">
        <p className="shell-name" translate="no">
          Transledger
        </p>
        <nav aria-label={t`Screens`} ref={nav}>
          <ul>
            {screens
              .filter((screen) => missingScopes(screen, session).length === 0)
              .map((screen) => (
                <li key={screen.path}>
                  <Link
                    href={screen.path}
                    aria-current={path === screen.path || path.startsWith(`${screen.path}/`) ? 'page' : undefined}
                  >
                    {i18n._(screen.name)}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <Account session={session} />
        <Shortcuts session={session} />
      </div>
      <main className="shell-main" id="main">
        {children}
      </main>
    </div>
  );
};
