import { writeFileSync } from 'node:fs';
import { altText, bold, br, c, csr, footnote, idmlOf, link, psr, table } from './idml-sample.fixture.js';

const magazine = idmlOf({
  stories: {
    u10: [
      psr(csr(`${c('The harbour')}${br}`), ' AppliedLanguage="$ID/English: UK"'),
      psr(
        csr(c('Ships ')) +
          csr(c('come'), bold) +
          csr(
            `${c(' and they go&#x2028;away, says ')}${link(c('the pilot'))}${c(' to us')}${br}${c('A second line.')}${br}`,
          ) +
          csr(`${c('\tLeft')}${c('\tRight<?ACE 8?>Far')}${br}`),
      ),
    ].join('\n'),
    u20: psr(
      csr(
        `${c('A word')}${footnote(`${c('<?ACE 4?>')}${c('\tA note of ')}</CharacterStyleRange>${csr(c('it'), bold)}<CharacterStyleRange>`)}${c(' with a note')}${br}`,
      ) +
        csr(table(psr(csr(c('Cell one'))), psr(csr(`${c('Cell two')}${br}${c('and more')}`)))) +
        csr(`${br}${c('Behind <?ACE 18?> and the end')}${br}${altText('A ship at sea')}${br}`),
    ),
    u30: psr(csr(`${c('Page <?ACE 18?> of the magazine')}`)),
    u40: psr(csr(c('Nobody sees this'))),
  },
  masterStories: ['u30'],
  hiddenStories: ['u40'],
  spread: altText('The old town &amp; its harbour'),
  pages: 3,
});

const structure = idmlOf(
  `<XMLElement Self="di1" MarkupTag="XMLTag/Story" XMLContent="u1">${psr(
    `${csr('')}<XMLElement Self="di2" MarkupTag="XMLTag/p"><XMLAttribute Self="a1" Name="id" Value="1"/>${csr(c('One '))}<XMLElement Self="di3" MarkupTag="XMLTag/b">${csr(
      `<Properties><AppliedFont type="string">Minion</AppliedFont></Properties>${c('two')}`,
      bold,
    )}</XMLElement>${csr(`${c(' three')}${br}${c('Four')}`)}</XMLElement>${csr(br)}`,
  )}</XMLElement>`,
);

const tracked = idmlOf(
  psr(
    csr(c('Some ')) +
      csr(
        `<Change ChangeType="InsertedText" Date="2026-01-01">${c('new ')}</Change><Change ChangeType="DeletedText" Date="2026-01-01">${c('old ')}</Change>${c('words')}`,
      ) +
      csr(
        `<HiddenText>${csr(c('hidden '))}</HiddenText>${c(' and a note')}<Note Self="n1">${psr(csr(c('Is it so?')))}</Note><TextVariableInstance Self="v1" ResultText="7"/>${c(' behind')}`,
      ),
  ),
);

export const idmlSamples: Readonly<Record<string, Buffer>> = {
  'magazine.idml': magazine,
  'structure.idml': structure,
  'tracked.idml': tracked,
};

export const writeIdmlSamples = (folder: URL): void => {
  for (const [name, bytes] of Object.entries(idmlSamples)) writeFileSync(new URL(name, folder), bytes);
};
