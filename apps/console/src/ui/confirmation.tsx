import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Failure } from './failure';
import { Field } from './field';

interface ConfirmationProps {
  title: string;
  /** What will happen, and what cannot be undone of it. */
  children: ReactNode;
  /** Name of the button that does it. */
  act: ReactNode;
  /** A word to be typed first, where what is at stake is lost for ever. */
  word?: string;
  error?: unknown;
  isBusy?: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export const Confirmation = ({ title, children, act, word, error, isBusy, onAct, onClose }: ConfirmationProps) => {
  const [typed, setTyped] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {word !== undefined && (
        <Field
          label={
            <Trans>
              Write <code>{word}</code> to go on
            </Trans>
          }
        >
          {(control) => (
            <input {...control} value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" />
          )}
        </Field>
      )}
      {error !== undefined && error !== null && <Failure error={error} />}
      <form method="dialog" className="row">
        <Button look="danger" isBusy={isBusy} isDisabled={word !== undefined && typed !== word} onClick={onAct}>
          {act}
        </Button>
        <button className="button" type="submit">
          <Trans>Cancel</Trans>
        </button>
      </form>
    </Dialog>
  );
};
