import type { ButtonHTMLAttributes, MouseEvent } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  look?: 'main' | 'danger' | 'quiet';
  /** Whether its work is under way: it keeps its place for the keyboard, and does nothing. */
  isBusy?: boolean;
  isDisabled?: boolean;
}

/** A button. One that cannot be used now stays reachable, so that its label and its reason can be read. */
export const Button = ({
  look,
  isBusy = false,
  isDisabled = false,
  onClick,
  className = '',
  ...others
}: ButtonProps) => {
  const isIdle = isBusy || isDisabled;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isIdle) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...others}
      className={`button ${look === undefined ? '' : `button-${look}`} ${className}`}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={click}
    />
  );
};
