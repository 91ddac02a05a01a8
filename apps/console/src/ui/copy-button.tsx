import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button';
import { useToast } from './toasts';

/** Puts a text into the clipboard; on pages without https, where there is none to write to, by a selection. */
const copy = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
};

interface CopyButtonProps {
  text: string;
  children?: ReactNode;
}

export const CopyButton = ({ text, children }: CopyButtonProps) => {
  const toast = useToast();
  const act = () =>
    void copy(text).then(
      () => toast(<Trans>Copied</Trans>),
      () => toast(<Trans>Your browser did not let the page copy</Trans>, 'bad'),
    );
  return (
    <Button look="quiet" onClick={act} isDisabled={text === ''}>
      {children ?? <Trans>Copy</Trans>}
    </Button>
  );
};
