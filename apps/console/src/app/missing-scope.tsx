import { Trans, useLingui } from '@lingui/react/macro';
import type { Session } from '@transledger/sdk';
import { Screen } from '../ui/screen';
import { missingScopes, type ScreenEntry } from './screens';
import { roleWords } from './words';

/** In place of a screen that the role may not see: which scope is missing, and who can give it. */
export const MissingScope = ({ screen, session }: { screen: ScreenEntry; session: Session }) => {
  const { i18n } = useLingui();
  const missing = missingScopes(screen, session).join(', ');
  const role = i18n._(roleWords[session.user.role]);
  return (
    <Screen title={i18n._(screen.name)}>
      <p>
        <Trans>
          Your role, {role}, lacks <code>{missing}</code>. An owner of your organization can give you a role that has
          it.
        </Trans>
      </p>
    </Screen>
  );
};
