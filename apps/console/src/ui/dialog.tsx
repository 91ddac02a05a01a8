import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog of the browser: the page behind it is inert, Escape closes it, and the focus goes back. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
};

/** Closes the dialog whose form (`method="dialog"`) it stands in. */
export const CloseButton = () => (
  <button className="button" type="submit">
    <Trans>Close</Trans>
  </button>
);
