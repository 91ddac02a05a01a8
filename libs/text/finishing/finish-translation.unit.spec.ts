import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finishingRules, finishTranslation } from './finish-translation.js';
import sample from './finished-lines.fixture.json' with { type: 'json' };
import { joinedText, type Stretch } from './finished-text.js';

const fixed = '\ufffc';
const stretchesOf = (text: string): readonly Stretch[] =>
  text.split(/(\ufffc)/u).map((each) => ({ text: each, isFixed: each === fixed }));
const finished = (source: string, text: string, target: string): string =>
  joinedText(finishTranslation(source, stretchesOf(text), target));

const address = 'www.example.com';
/** The rules see no tags: these are placed when they are done. */
const withoutTags = (value: string): string => value.replaceAll(/<\/?[a-z]+>|\*\*/g, '');
const hidden = (value: string): string => withoutTags(value).replaceAll(address, fixed);
const targetOf = (pair: string): string => pair.split('-')[1] ?? '';

/** The rules that change a translation, in their order. */
const rulesThatChange = (source: string, text: string, target: string): string[] => {
  let stretches = stretchesOf(text);
  return finishingRules.flatMap((rule) => {
    const before = joinedText(stretches);
    stretches = rule(source, stretches, target);
    return joinedText(stretches) === before ? [] : [rule.name];
  });
};

describe('the finishing pass', () => {
  it.each(sample)('$pair: $text', ({ pair, text, unfinished, finished: expected, rules }) => {
    const [source, translation, target] = [hidden(text), hidden(unfinished), targetOf(pair)] as const;
    expect(finished(source, translation, target).replaceAll(fixed, address)).toBe(withoutTags(expected));
    expect(source === translation ? [] : rulesThatChange(source, translation, target)).toEqual(rules);
  });

  it('each rule changes as many lines of the sample as the documentation says, and none is without one', () => {
    const lines = finishingRules.map(({ name }) => sample.filter(({ rules }) => rules.includes(name)).length);
    expect(Math.min(...lines)).toBeGreaterThan(0);
    const page = readFileSync(join(import.meta.dirname, '../../../docs/text.md'), 'utf8');
    const table = /\| Rule \| Lines \| Example \|\n[|-]+\n((?:\|.*\n)+)/.exec(page)?.[1] ?? '';
    const told = table
      .trim()
      .split('\n')
      .map((row) => Number(row.match(/(?<= )\d+(?= \|)/)?.[0]));
    expect(told).toEqual(lines);
  });

  it.each([
    ['a space that the source has, too', 'one , two', 'uno , dos', 'es'],
    ['the space of French before a sign', 'Who comes?', 'Qui vient ?', 'fr'],
    ['the point of a name', `${fixed} is good`, `El ${fixed} es`, 'es'],
    ['a sign that begins a word', 'It costs .5.', 'Cuesta .5.', 'es'],
    ['a name after an unknown word', 'Paddle the old London', 'Paddle Londres viejo', 'es'],
    ['a second word that the source writes so', 'Paddle Boat by me', 'Paddle Barca por mí', 'es'],
    ['a name of the source after its first word', 'Paddle to Anna and me', 'Paddle Anna y a mí', 'es'],
    ['an acronym on its own', 'NATO', 'Otan', 'es'],
    ['a translation that is its source', 'EL agua .', 'EL agua .', 'es'],
    ['an acronym of the source at the start', 'UN is here.', 'ONU está aquí.', 'es'],
  ])('leaves %s', (_what, source, text, target) => {
    expect(finished(source, text, target)).toBe(text);
  });

  it.each([
    ['Is this the house?', 'Es esto la casa?', '¿Es esto la casa?'],
    ['Wait!', 'Espera!', '¡Espera!'],
    ['What a day! The train left.', 'Qué día! El tren salió.', '¡Qué día! El tren salió.'],
    ['Nobody knows. Are you there?', 'Nadie sabe. Eres allí?', 'Nadie sabe. ¿Eres allí?'],
    ['He said… and left.', 'Dijo… Y dejó.', 'Dijo… y dejó.'],
    ['He said... and left.', 'Dijo... Y dejó.', 'Dijo... y dejó.'],
    ['Paddle about', 'Paddle Aproximadamente', 'Paddle aproximadamente'],
    ['Skip to main content', 'Skip A contenido principal', 'Skip a contenido principal'],
    [`It is new. ${fixed} serves us.`, `Es nuevo. ${fixed} Nos sirve.`, `Es nuevo. ${fixed} nos sirve.`],
    ['A preference of 10 points', 'Una preferenciade10 puntos', 'Una preferenciade 10 puntos'],
    ['‘Maybe’ is a word.', "‘Quizás' es una palabra.", '‘Quizás’ es una palabra.'],
    ['Qui vient ?', 'Que viene ?', '¿Que viene?'],
    ['I love it!!!', 'Lo quiero!!!', '¡Lo quiero!!!'],
    ['Is it so?!', 'Es así?!', '¿Es así?!'],
    ['It weighs approx. five kilos.', 'Pesa approx. Cinco kilos.', 'Pesa approx. cinco kilos.'],
    ['Max. load: 8', 'Max. Carga: 8', 'Max. carga: 8'],
    ['Thank you for asking us.', 'Gracias Para preguntarnos.', 'Gracias para preguntarnos.'],
    ['2) Open it. 3) Then run.', '2) Abre. 3) Entonces Corre.', '2) Abre. 3) Entonces corre.'],
    ['CHAPTER 1', 'Capítulo 1', 'CAPÍTULO 1'],
    ['INTRODUCTION', 'Introducción', 'INTRODUCCIÓN'],
    ['WARNING: Do not open!', 'Aviso: no abre!', 'AVISO: no abre!'],
    ['IMPORTANT NOTICE – read it', 'Nota importante – lee', 'NOTA IMPORTANTE – lee'],
    ['THIS AGREEMENT is made', 'Este ACUERDO está hecho', 'ESTE ACUERDO está hecho'],
    [
      'Échec : nom (VAT comprise) ; fin',
      'Fracaso : nombre (IVA COMPRENDIDO) ; fin',
      'Fracaso: nombre (IVA comprendido); fin',
    ],
    ['PR. PR is good.', 'RELACIONES. RELACIONES es bueno.', 'Relaciones. Relaciones es bueno.'],
    ['"I thought so," he said ("why").', '" Pensé tan," dijo ("por qué ").', '"Pensé tan," dijo ("por qué").'],
    ["by ‘I agree' here", "por ‘ acuerdo' aquí", "por ‘acuerdo' aquí"],
    ['Il a dit « oui ».', 'Ha dicho « sí ».', 'Ha dicho «sí».'],
    [
      'La porte\u00a0: où\u202f? Il a dit «\u00a0oui\u00a0»\u00a0!',
      'The door : where ? He said « yes » !',
      'The door: where? He said «yes»!',
    ],
  ])('mends what the source shows, %j', (source, text, expected) => {
    expect(finished(source, text, 'es')).toBe(expected);
  });

  it.each([
    ['Dijo: «Estamos aquí».', 'He said: «we Are here».', 'He said: «We are here».'],
    ['¡Gracias por su compra!', 'Thank you By his purchase!', 'Thank you by his purchase!'],
  ])('mends what English shows, %j', (source, text, expected) => {
    expect(finished(source, text, 'en')).toBe(expected);
  });

  it.each([
    ['a question after a comma', 'John, is it right?', 'John, es este derecho?', 'es'],
    ['a question after an abbreviation', 'Is Mr. Smith here?', 'Es Sr. Smith aquí?', 'es'],
    ['the end of a sentence cut in two', 'and the house?', 'y la casa?', 'es'],
    ['a question that is opened', 'Where is it?', '¿Dónde es?', 'es'],
    ['a question after a heading', `NOTES ${fixed} Is it yours?`, `NOTAS ${fixed} Es tuyo?`, 'es'],
    ['a question after a dash', 'Authors - is it yours?', 'Autores - es tuyo?', 'es'],
    ['a question of another language', 'Where is it?', 'É isto?', 'gl'],
    ['a sign that is part of the sentence', 'Press ? now.', 'Pulsa ? ahora.', 'es'],
    ['a sign that is part of a name', 'Yahoo! Inc. is big.', 'Yahoo! Inc. es grande.', 'es'],
    ['the sign of a name within a sentence', 'The new Yahoo! is big.', 'El nuevo Yahoo! es grande.', 'es'],
    ['a question that begins with a span', `Is ${fixed} here?`, `${fixed} está aquí?`, 'es'],
    ['a capital that the source has', 'He said… And he left.', 'Dijo… Y dejó.', 'es'],
    ['a name after an ellipsis', 'He said… the London house.', 'Dijo… Londres casa.', 'es'],
    ['English I', 'Dijo… voy.', 'He said… I go.', 'en'],
    ['a number within a name', 'The CO2 of 2 houses', 'El CO2 de 2 casas', 'es'],
    ['an apostrophe beside straight marks', "‘It' is 'new’", "‘él' es 'nuevo’", 'es'],
    ['a space before a sign within a line', 'a ? b', 'un ? b', 'es'],
    ['the spaces of French marks', 'He said «yes».', 'Il a dit « oui ».', 'fr'],
    ['the colon of an expression', 'It is a ? b : c', 'Es un ? b : c', 'es'],
    ['a ratio', 'It is 1 : 2', 'Es 1 : 2', 'es'],
    ['long capitals of the source', 'Press ESCAPE now', 'Pulsa ESCAPAR ahora', 'es'],
    ['a name of English after an abbreviation', 'a las 10 p.m. martes', 'to the 10 p.m. Tuesday', 'en'],
    ['names of English', 'el lunes y el inglés', 'the Monday and the English', 'en'],
    ['marks of inches', 'a 5" screen and a 7" one', 'un 5" pantalla y uno de 7"', 'es'],
    ['a space that the source has in its marks', 'He said " yes ".', 'Dijo " sí ".', 'es'],
    ['marks of which one went away', 'He said "yes" and "no".', 'Dijo "sí" y " no.', 'es'],
    ['a name that moved', 'Samantha’s points are clear.', 'Los puntos de Samantha son claros.', 'es'],
    ['a capital beside one of the source', 'Thank you, Anna, for it.', 'Gracias Para Anna.', 'es'],
    ['a capital of a language with capitals', 'the good day', 'der gute Tag', 'de'],
    ['English I that stayed', 'How do I go?', '¿Qué hacer I va?', 'es'],
    [
      'a sentence after an abbreviation that ends one',
      'It is 5 kg. The cat, 6 kg. of',
      'Es 5 kg. El gato, 6 kg. De',
      'es',
    ],
    ['capitals of one word', 'NATO is here.', 'Otan está aquí.', 'es'],
    ['capitals before a sign that is not there', 'NOTE: see it', 'Nota ve', 'es'],
  ])('leaves %s', (_what, source, text, target) => {
    expect(finished(source, text, target)).toBe(text);
  });

  it.each([
    ['Is this the house?', 'Il est ceci la maison?', 'Il est ceci la maison\u00a0?'],
    [
      'Really?! Yes; now: go!',
      'Vraiment?! Oui; maintenant: va!',
      'Vraiment\u00a0?! Oui\u00a0; maintenant\u00a0: va\u00a0!',
    ],
    ['He said (why?) “no!”', 'Il a dit (pourquoi?) “non!”', 'Il a dit (pourquoi\u00a0?) “non\u00a0!”'],
    [`Hello, ${fixed}!`, `Salut, ${fixed}!`, `Salut, ${fixed}\u00a0!`],
    ['Hello, 20 %!', 'Salut, 20 %!', 'Salut, 20 %\u00a0!'],
  ])('writes the spaces of French, %j', (source, text, expected) => {
    expect(finished(source, text, 'fr')).toBe(expected);
  });

  it.each([
    ['that are there', 'Who comes?', 'Qui vient\u00a0?', 'fr'],
    ['of a ratio', 'It is 3:2.', 'Il est 3:2.', 'fr'],
    ['of a drive', 'The drive C: is full.', 'Le disque C: est plein.', 'fr'],
    ['of a sign that the source has not', 'Who comes.', 'Qui vient?', 'fr'],
    ['in Canada', 'Who comes?', 'Qui vient?', 'fr-CA'],
    ['in another language', 'Who comes?', 'Quem vem?', 'pt'],
  ])('adds no space of French, %s', (_what, source, text, target) => {
    expect(finished(source, text, target)).toBe(text);
  });

  it.each([
    ['The MP3 file', 'La lima de Mp3', 'La lima de MP3'],
    ['Play MP3 and MP4 files.', 'Mp3 de juego y MP4 limas.', 'MP3 de juego y MP4 limas.'],
    ['The mp3 file of MP33', 'El Mp3 de Mp33', 'El Mp3 de MP33'],
  ])('writes capitals before a number as the source does, %j', (source, text, expected) => {
    expect(finished(source, text, 'es')).toBe(expected);
  });

  it('writes capitals as the target language does, and none in what stays', () => {
    expect(finished(`THE ISTANBUL ${fixed} GUIDE`, `istanbul ${fixed} rehberi`, 'tr')).toBe(
      `İSTANBUL ${fixed} REHBERİ`,
    );
  });

  it('takes a space away that stands in another stretch than its sign', () => {
    const stretches = ['texto', ' ', '.'].map((text) => ({ text, isFixed: false }));
    expect(joinedText(finishTranslation('text.', stretches, 'es'))).toBe('texto.');
    const kept = stretches.map((each) => ({ ...each, isFixed: each.text === ' ' }));
    expect(joinedText(finishTranslation('text.', kept, 'es'))).toBe('texto .');
  });
});
