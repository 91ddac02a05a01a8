import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';

/** The words for codes of one kind, in the order in which they are offered. */
export type Words<Code extends string = string> = Readonly<Record<Code, MessageDescriptor>>;

interface WordProps {
  of: Words;
  code: string;
}

/** The words for a code, with the code itself for those who point at it; a code that has no words yet stands for itself. */
export const Word = ({ of, code }: WordProps) => {
  const { i18n } = useLingui();
  const words = of[code];
  return words === undefined ? code : <span title={code}>{i18n._(words)}</span>;
};

/** The choices of a `select` among codes. */
export const WordOptions = ({ of }: Pick<WordProps, 'of'>) => {
  const { i18n } = useLingui();
  return Object.entries(of).map(([code, words]) => (
    <option key={code} value={code}>
      {i18n._(words)}
    </option>
  ));
};
