/** Digits of Crockford's base 32, which has no I, L, O and U. */
export const crockfordDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The digit of a value's lowest five bits. */
export const crockfordDigit = (value: number): string => crockfordDigits.charAt(value & 31);
