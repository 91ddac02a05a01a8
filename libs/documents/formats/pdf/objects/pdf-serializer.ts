import { isDictionary, PdfName, PdfReference, PdfString, type PdfValue } from './pdf-values.js';

/** A value as a file holds it; a stream is written by whoever has its bytes. */
export const serializeValue = (value: PdfValue): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return serializeNumber(value);
  if (value instanceof PdfName) return serializeName(value.name);
  if (value instanceof PdfString) return `<${Buffer.from(value.bytes).toString('hex')}>`;
  if (value instanceof PdfReference) return `${value.number} ${value.generation} R`;
  if (Array.isArray(value)) return `[${value.map(serializeValue).join(' ')}]`;
  if (isDictionary(value))
    return `<<${[...value].map(([key, item]) => `${serializeName(key)} ${serializeValue(item)}`).join('\n')}>>`;
  throw new TypeError('A stream stands for itself');
};

/** A number without exponent, of at most six decimals. */
export const serializeNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '0';
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value) : value.toFixed(0);
  return String(Number(value.toFixed(6)));
};

const serializeName = (name: string): string =>
  `/${name.replace(/[^!-~]|[()<>[\]{}/%#]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
