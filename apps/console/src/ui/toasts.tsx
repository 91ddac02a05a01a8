import { createContext, type ReactNode, useContext, useState } from 'react';
import { Notice } from './notice';

interface Toast {
  id: number;
  text: ReactNode;
  kind?: 'good' | 'bad';
}

const shownForMs = 6_000;

const ToastContext = createContext<(text: ReactNode, kind?: 'good' | 'bad') => void>(() => undefined);

/** Says in passing that something was done. Failures stay where they happened, and are not said here. */
export const useToast = () => useContext(ToastContext);

export const Toasts = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const say = (text: ReactNode, kind?: 'good' | 'bad') => {
    const id = Date.now() + Math.random();
    setToasts((before) => [...before, { id, text, kind }]);
    setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), shownForMs);
  };
  return (
    <ToastContext value={say}>
      {children}
      <div className="toasts" aria-live="polite">
        {toasts.map(({ id, text, kind }) => (
          <Notice key={id} kind={kind}>
            <p>{text}</p>
          </Notice>
        ))}
      </div>
    </ToastContext>
  );
};
