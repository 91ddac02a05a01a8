import { afterAll, describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { createPivotingEngine } from '../pivot/pivoting-engine.js';
import { createApertiumEngine } from './apertium-engine.js';

const engine = createPivotingEngine(createApertiumEngine({ maxPipelines: 4 }));
afterAll(() => engine.close());

const translated = async (source: string, target: string, value: string) => {
  const { segments } = await engine.translate({ source, target, segments: [[{ kind: 'text', text: value }]] });
  const [segment] = segments;
  return { text: plainText(segment?.parts ?? []), confidence: segment?.confidence ?? Number.NaN };
};
const translation = async (source: string, target: string, value: string): Promise<string> =>
  (await translated(source, target, value)).text;

const signs = ['*', '@', '#', '$', ']', '{', '}', '/', '\\', '<', '>', '~', '+'];
const controls = Array.from({ length: 31 }, (_, n) => String.fromCharCode(n + 1)).filter((sign) => !/\s/.test(sign));

describe('the marks of Apertium', () => {
  it.each(signs)('the marks of Apertium are distinguished from 10,000 of the text’s own: %s', async (sign) => {
    const given = sign.repeat(10_000);
    expect(await translation('en', 'es', given)).toBe(given);
  });

  it.each([
    ['en', 'es', 'qwrtz the zzyzx house of Brzk, xqxq!'],
    ['es', 'ca', 'qwrtz la zzyzx casa de Brzk, xqxq!'],
    ['fr', 'es', 'qwrtz la zzyzx maison de Brzk, xqxq !'],
    ['nb', 'da', 'qwrtz det zzyzx huset til Brzk, xqxq!'],
    ['eu', 'es', 'qwrtz etxe zzyzx Brzk, xqxq!'],
    ['is', 'en', 'qwrtz hús zzyzx Brzk, xqxq!'],
    ['fr', 'en', 'qwrtz la zzyzx maison de Brzk, xqxq !'],
  ])('no mark leaks at unknown words, %s to %s, and they lower the confidence', async (source, target, given) => {
    const { text, confidence } = await translated(source, target, given);
    expect(text).not.toMatch(/[*@#^$[\]\\<>/{}~+]/u);
    for (const word of ['qwrtz', 'zzyzx', 'Brzk', 'xqxq']) expect(text).toContain(word);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(0.75);
  });

  it('the marks of Apertium stand beside the text’s own, each of which comes back once and in order', async () => {
    const given = 'the *cat* @house #water ^friend$ [cat] {cat} <cat/> \\cat/ qwrtz*@#';
    const text = await translation('en', 'es', given);
    expect(text.match(/[*@#^$[\]\\<>/{}]/gu)).toEqual(given.match(/[*@#^$[\]\\<>/{}]/gu));
    expect(text).not.toMatch(/\b(?:cat|house|water|friend)\b/);
  });
});

describe('dates and acronyms of English', () => {
  it.each([
    ['es', 'The quarter ended September 30, 2000.', 'El barrio acabó 30 de septiembre de 2000.'],
    ['es', 'It was signed on November 27, 2025.', 'Estuvo firmado el 27 de noviembre de 2025.'],
    ['es', 'from January 1 to March 31, 2024', 'de 1 de enero a 31 de marzo de 2024'],
    ['es', 'November 27, 2025', '27 de noviembre de 2025'],
    ['ca', 'They met in October 2014.', 'Van conèixer l’octubre del 2014.'],
    ['es', 'Contact the IT department.', 'Contacto el TI departamento.'],
    ['es', 'Mrs. White met Dr. Young.', 'Señora White cumplió Dr. Young.'],
    ['es', 'The LED is red (see Fig. 2).', 'El LED es rojo (ve Fig. 2).'],
  ])('are written as the target language does, en to %s: %s', async (target, given, expected) => {
    const { text, confidence } = await translated('en', target, given);
    expect(text).toBe(expected);
    expect(confidence).toBe(1);
  });

  it('stay within their tag', async () => {
    const segment: Segment = [
      { kind: 'text', text: 'It ends on ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'May 5, 2024' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: '.' },
    ];
    const { segments } = await engine.translate({ source: 'en', target: 'es', segments: [segment] });
    expect(segments[0]?.parts).toContainEqual({ kind: 'text', text: '5 de mayo de 2024' });
  });
});

describe('other slips of the engine', () => {
  it.each([
    ['es', 'en', 'La UE y los EE. UU. firmaron un acuerdo.', 'The EU and the USA signed an agreement.'],
    ['es', 'en', 'Dijo: «Estamos muy satisfechos».', 'It said: «We are very satisfied».'],
    ['fr', 'es', 'La facture (TVA comprise) : une copie', 'La factura (IVA comprendido): una copia'],
    ['fr', 'es', 'La facture\u00a0: une copie\u202f!', 'La factura: una copia!'],
    ['fr', 'es', 'M.\u00a0Dupont a le\u00a0chat noir.', 'M.\u00a0Dupont ha el\u00a0gato negro.'],
    ['en', 'es', 'They confirmed their email\u00a0address.', 'Confirmaron su dirección de correo electrónico.'],
    ['en', 'es', 'We ran 10\u00a0km.', 'Corrimos 10\u00a0km.'],
    ['en', 'es', 'I am sorry, sir.', 'Lo siento, señor.'],
    ['en', 'es', 'A happy, comfortable mind is relaxed.', 'Una mente feliz, cómoda está relajada.'],
    ['en', 'ca', 'OkCupid has changed.', 'OkCupid ha canviat.'],
    ['en', 'gl', 'They never use it.', 'Nunca o utilizan.'],
    ['en', 'es', 'Thank you for contacting us.', 'Gracias para contactarnos.'],
  ])('are mended, %s to %s: %s', async (source, target, given, expected) => {
    expect(await translation(source, target, given)).toBe(expected);
  });
});

describe('a compound with hyphens', () => {
  it.each([
    ['en', 'es', 'an open-source framework', 'un marco de fuente abierta'],
    ['en', 'es', 'A well-known author wrote a two-year plan.', 'Un autor bien sabido escribió un plan de dos años.'],
    ['en', 'es', 'My mother-in-law bought a 20-year-old car.', 'Mi suegra compró un coche de 20 años.'],
    ['en', 'es', 'The co-founder of a cloud-based service.', 'El co-fundador de una nube-servicio basado.'],
    ['en', 'ca', 'a long-term contract', 'un contracte de terme llarg'],
    ['en', 'gl', 'a high-quality product', 'un produto de calidade alta'],
  ])('a compound keeps its words apart, %s to %s: %s', async (source, target, given, expected) => {
    expect(await translation(source, target, given)).toBe(expected);
  });

  it('a compound keeps its words apart where they are of several looks', async () => {
    const parts: Segment = [
      { kind: 'text', text: 'an ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'open' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: '-source framework' },
    ];
    const { segments } = await engine.translate({ source: 'en', target: 'es', segments: [parts] });
    expect(plainText(segments[0]?.parts ?? [])).toBe('un marco de fuente abierta');
  });
});

describe('a text with control characters', () => {
  it('a text with control characters is translated like any other, each character in it once and in order', async () => {
    const given = controls.map((sign) => `cat ${sign} house`).join('. ');
    const text = await translation('en', 'es', given);
    expect(text.match(/\p{Cc}/gu)).toEqual(controls);
    expect(text.match(/gato/giu)).toHaveLength(controls.length);
    expect(text.match(/casa/giu)).toHaveLength(controls.length);
  });

  it.each([
    ['within words', 'the ho\u0007use and the ca\u200dt', ['\u0007', '\u200d']],
    [
      'between emoji and letters from right to left',
      '👩‍👩‍👧 \u200fשלום\u200e 🇪🇸 cat',
      ['👩‍👩‍👧', '\u200fשלום\u200e', '🇪🇸'],
    ],
    ['over letters', 'the q\u0303q\u0301\u0302 house', ['q\u0303q\u0301\u0302']],
  ])('control characters that stand %s are kept in order', async (_what, given, kept) => {
    const text = await translation('en', 'es', given);
    const places = kept.map((each) => text.indexOf(each));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('no sentence is dropped of 10,000 code points', () => {
  it.each([
    ['en', 'es', ['The cat sleeps', 'Is the house big', 'I saw 3 dogs, 2 cats and a bird', 'No', 'Mr. Smith came']],
    ['es', 'ca', ['El gato duerme', '¿Es grande la casa', 'Vi 3 perros, 2 gatos y un pájaro', 'No', 'Vino el señor']],
    ['fr', 'es', ['Le chat dort', 'La maison est grande', "J'ai vu 3 chiens et 2 chats", 'Non', 'Il est venu']],
    ['gl', 'es', ['O gato durme', 'A casa é grande', 'Vin 3 cans']],
    ['eu', 'es', ['Katua lo dago', 'Etxea handia da', 'Ez']],
  ])('no sentence of 10,000 code points is dropped from %s to %s', async (source, target, sentences) => {
    const ends = ['.', '!', '?'];
    let given = '';
    for (let n = 0; given.length < 9_900; n += 1) {
      given += `${1_000 + n}: ${sentences[n % sentences.length]}${ends[n % 3]}${n % 4 === 3 ? '\n' : ' '}`;
    }
    const text = await translation(source, target, given);
    const shapeOf = (value: string) => value.replaceAll('Mr.', '').match(/\b\d{4}\b|[.!?](?=\s|$)|\n/gu);
    expect(shapeOf(text)).toEqual(shapeOf(given));
  });
});

describe('a regional variant', () => {
  it.each([
    ['es', 'pt-BR', 'el tren', 'o trem'],
    ['es', 'pt-PT', 'el tren', 'o comboio'],
    ['es', 'pt', 'el tren', 'o comboio'],
    ['es', 'en-US', 'el color', 'the color'],
    ['es', 'en-GB', 'el color', 'the colour'],
    ['es', 'ca-valencia', 'la chica', 'la xica'],
    ['es', 'oc-aranes', 'la casa', 'era casa'],
  ])('a text is translated to a regional variant, %s to %s', async (source, target, given, expected) =>
    expect(await translation(source, target, given)).toBe(expected),
  );

  it('a regional variant is an end of routes, never on the way, and no language of its own', async () => {
    const pairs = await engine.pairs();
    expect(pairs).toContainEqual({ source: 'fr', target: 'pt-BR', route: ['fr', 'es', 'pt-BR'] });
    for (const { source, route = [] } of pairs) {
      expect(source).toMatch(/^[a-z]{2}$/);
      for (const code of route.slice(0, -1)) expect(code).toMatch(/^[a-z]{2}$/);
    }
    for (const { code } of await engine.languages()) expect(code).toMatch(/^[a-z]{2}$/);
    expect(await translation('fr', 'pt-BR', 'le train')).toBe('o trem');
  });

  it('a regional variant comes with the pair that the engine is restricted to', async () => {
    const restricted = createApertiumEngine({ pairs: [{ source: 'es', target: 'pt' }] });
    expect((await restricted.pairs()).map(({ target }) => target).sort()).toEqual(['pt', 'pt-BR', 'pt-PT']);
    await restricted.close();
  });
});
