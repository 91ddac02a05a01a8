import { Trans, useLingui } from '@lingui/react/macro';
import type { Session } from '@transledger/sdk';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../ui/button';
import { CloseButton, Dialog } from '../ui/dialog';
import { missingScopes, screens } from './screens';

const storageKey = 'transledger.single-keys';

const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** Single keys: `?` lists them, a digit leads to a screen. Whoever speaks to the machine can turn them off. */
export const Shortcuts = ({ session }: { session: Session }) => {
  const { i18n, t } = useLingui();
  const [, go] = useLocation();
  const [isShown, setIsShown] = useState(false);
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const seen = screens.filter((screen) => missingScopes(screen, session).length === 0).slice(0, 9);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null || !isOn) return;
      if (event.key === '?') setIsShown(true);
      const screen = seen[Number(event.key) - 1];
      if (screen !== undefined) go(screen.path);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  const turn = (on: boolean) => {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
    setIsOn(on);
  };
  return (
    <>
      <Button look="quiet" className="shell-shortcuts" onClick={() => setIsShown(true)}>
        <Trans>Shortcuts</Trans>
      </Button>
      {isShown && (
        <Dialog title={t`Shortcuts`} onClose={() => setIsShown(false)}>
          <table>
            <tbody>
              <tr>
                <td>
                  <kbd>?</kbd>
                </td>
                <td>
                  <Trans>This list</Trans>
                </td>
              </tr>
              {seen.map((screen, at) => (
                <tr key={screen.path}>
                  <td>
                    <kbd>{at + 1}</kbd>
                  </td>
                  <td>{i18n._(screen.name)}</td>
                </tr>
              ))}
              <tr>
                <td>
                  <kbd>Ctrl</kbd> + <kbd>Enter</kbd>
                </td>
                <td>
                  <Trans>Translate at once what is long</Trans>
                </td>
              </tr>
            </tbody>
          </table>
          <p />
          <label className="choice">
            <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} />
            <Trans>Single keys are shortcuts</Trans>
          </label>
          <form method="dialog">
            <CloseButton />
          </form>
        </Dialog>
      )}
    </>
  );
};
