import { Trans, useLingui } from '@lingui/react/macro';
import type { Session } from '@transledger/sdk';
import { Suspense } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { hasLink, SignInScreen } from '../screens/sign-in/sign-in-screen';
import { Failure } from '../ui/failure';
import { Screen } from '../ui/screen';
import { Toasts } from '../ui/toasts';
import { ErrorBoundary } from './error-boundary';
import { MissingScope } from './missing-scope';
import { missingScopes, screens } from './screens';
import { useSessionQuery } from './session';
import { Shell } from './shell';

const SignedIn = ({ session }: { session: Session }) => {
  const { t } = useLingui();
  const [path] = useLocation();
  const place = path.split('/')[1];
  const first = screens.find((screen) => missingScopes(screen, session).length === 0);
  return (
    <Shell session={session}>
      <ErrorBoundary key={place}>
        <Suspense
          fallback={
            <p className="soft" role="status">
              <Trans>Loading…</Trans>
            </p>
          }
        >
          <Switch>
            {screens.map((screen) => (
              <Route key={screen.path} path={`${screen.path}/*?`}>
                {missingScopes(screen, session).length === 0 ? (
                  <screen.Component />
                ) : (
                  <MissingScope screen={screen} session={session} />
                )}
              </Route>
            ))}
            <Route path="/">{first && <Redirect to={first.path} replace />}</Route>
            <Route>
              <Screen title={t`Nothing is here`}>
                <p>
                  <Trans>The address leads nowhere. Choose a screen from the navigation.</Trans>
                </p>
              </Screen>
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
};

const Gate = () => {
  const { data: session, error, isPending, refetch } = useSessionQuery();
  if (isPending) return <p className="visually-hidden" role="status" aria-busy="true" />;
  if (session && !hasLink()) return <SignedIn key={session.user.id} session={session} />;
  if (session === undefined && error)
    return (
      <main className="page">
        <Failure error={error} onRetry={() => void refetch()} />
      </main>
    );
  return <SignInScreen />;
};

export const App = () => (
  <Router base="/console">
    <Toasts>
      <Gate />
    </Toasts>
  </Router>
);
