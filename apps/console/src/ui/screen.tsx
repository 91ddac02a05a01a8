import { type ReactNode, useEffect, useRef } from 'react';

interface ScreenProps {
  title: string;
  children: ReactNode;
}

/** A screen below its only first heading, to which those are led who hear the page or use its keys. */
export const Screen = ({ title, children }: ScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Transledger`;
    heading.current?.focus();
  }, [title]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
};
