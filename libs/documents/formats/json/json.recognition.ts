/** An object or list whose first token inside is one of JSON; a text in brackets is none. */
const firstTokens =
  /^\s*(?:\{\s*(?:\}|"(?:[^"\\\n]|\\.)*"\s*:)|\[\s*(?:\]\s*$|\{\s*["}]|\[|"(?:[^"\\\n]|\\.)*"\s*[,\]]))/;

export const beginsWithJson = (text: string): boolean => firstTokens.test(text);
