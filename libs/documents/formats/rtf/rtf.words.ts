const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Control words that are one character of text. */
export const characterWords: ReadonlyMap<string, string> = new Map([
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['bullet', '\u2022'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['qmspace', '\u2005'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['zwbo', '\u200b'],
  ['zwnbo', '\u2060'],
  ['ltrmark', '\u200e'],
  ['rtlmark', '\u200f'],
]);

/** Control symbols that are one character of text, or none (the place for a hyphen). */
export const characterSymbols: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['-', ''],
]);

/** Ends of a paragraph, and what only stands between paragraphs. */
export const paragraphEnds = words('par pard cell nestcell row nestrow sect sectd page column trowd');

/** Character formatting that no reader sees: proofing, sessions, languages, and the twin for the other kind of script. */
export const invisibleWords = words(`
  insrsid charrsid delrsid sectrsid pararsid tblrsid noproof cgrid kerning lang langfe langnp langfenp alang
  rtlch ltrch fcs loch hich dbch af afs ab ai aul acf acaps aoutl ascaps ashad astrike aulnone auld aulw aexpnd adn aup
  uc lastrow softpage softline softcol softlheight hres chbrdr jclisttab
`);

/** Those of them that what follows depends on. */
export const statefulInvisibleWords = words('uc lang langfe langnp langfenp alang rtlch ltrch loch hich dbch fcs af');

/** Formatting that one word begins and the same with 0, or the word named here, ends. */
export const toggles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(
      'b i strike striked outl shad scaps caps embo impr ul uld uldb ulw uldash uldashd uldashdd ulth ulwave v'
        .split(' ')
        .map((word) => [word, word]),
    ),
    super: 'nosupersub',
    sub: 'nosupersub',
  }),
);

export const underlines = words('ul uld uldb ulw uldash uldashd uldashdd ulth ulwave ulhwave ululdbwave ulthd');

/** Groups that hold text of the document. */
export const textDestinations = words('footnote shptxt dptxbxtext annotation');
export const headerDestinations = words('header headerl headerr headerf footer footerl footerr footerf');
export const infoDestinations = words('title subject keywords doccomm');

/** Groups that are a picture in the text, for new readers and for old ones. */
export const pictureGroups = words('pict shppict nonshppict');

/** Groups whose text is none, and in which groups with text can be. */
export const containers = words('info upr shp shpinst shpgrp do listtable');

/** Entries of an index and of a table of contents. They are written as hidden text. */
export const entryDestinations = words('xe txe tc');

/** Groups that are copied as a whole, or with texts in them that are translated. */
export const labelDestinations = words('leveltext levelnumbers listtext pntext pn pnseclvl fldinst');

/** Groups without a star that are copied as they are. */
export const opaqueDestinations = words(`
  fonttbl colortbl stylesheet leveltext levelnumbers listoverridetable revtbl rsidtbl filetbl pict object objdata nonshppict shprslt
  listtext pntext pntxta pntxtb fldinst datafield private rxe ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn
  template sn sv bkmkstart bkmkend atnid atnauthor atrfstart atrfend atnref atndate atntime atnicn atnparent
  nonesttables mmath creatim revtim printim buptim author operator manager company category comment hlinkbase
  objclass objname result themedata datastore colorschememapping latentstyles generator xmlnstbl docvar
`);

/** Words that a reader replaces by text of its own. */
export const specialWords = words('chpgn chftn chdate chtime chdpl chdpa chatn chftnsep chftnsepc sectnum');
