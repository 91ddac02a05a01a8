/** Characters that the codes of a font of single bytes stand for; undefined where nothing tells. */
export type SimpleEncoding = readonly (string | undefined)[];

const standardHigh = " ¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß    ";

/** The encoding of Latin letters that Type 1 fonts have by themselves (annex D.2). */
export const standardEncoding: SimpleEncoding = Array.from({ length: 256 }, (_, code) => {
  if (code === 0x27) return '’';
  if (code === 0x60) return '‘';
  if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code);
  const high = code >= 0xa0 ? standardHigh[code - 0xa0] : undefined;
  return high === ' ' ? undefined : high;
});
