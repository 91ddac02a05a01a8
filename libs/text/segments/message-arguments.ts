import { choiceArguments } from './choice-message.js';
import { icuArguments, type MessageArgument } from './icu-message.js';

/** Finds the outermost arguments with messages in them, in order: plurals and selections of ICU, choices of Java and of MediaWiki. */
export const messageArguments = (text: string): MessageArgument[] => {
  const icu = icuArguments(text);
  const choices = choiceArguments(text);
  if (choices.length === 0) return icu;
  let end = 0;
  return [...icu, ...choices]
    .sort((one, other) => one.start - other.start)
    .filter((argument) => {
      const isOutside = argument.start >= end;
      if (isOutside) end = argument.end;
      return isOutside;
    });
};
