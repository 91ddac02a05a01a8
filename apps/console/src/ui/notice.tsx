import type { ReactNode } from 'react';

interface NoticeProps {
  kind?: 'good' | 'bad' | 'warn';
  children: ReactNode;
}

/** Something to be read: failures at once, all else when there is a pause. */
export const Notice = ({ kind, children }: NoticeProps) => (
  <div className={`notice ${kind === undefined ? '' : `notice-${kind}`}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);
