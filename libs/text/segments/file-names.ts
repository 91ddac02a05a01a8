import { hostName } from './host-names.js';

/**
 * Names of files, folders and hosts. Every repetition is bounded, and begins with a sign that the one before it cannot have.
 * A first sign is asked for before what stands in front of it: that is the cheaper question at most places of a text.
 */

/** Endings of files that begin no sentence. */
const endings = [
  // Documents and data
  'docx?|docm|dotx|xlsx?|xlsm|xlsb|pptx?|pptm|ppsx?|od[fgpst]|pdf|rtf|txt|csv|tsv|x?html?|xml|xsd|xslt?|dtd|jsonl?|json5|ya?ml|toml|ini|cfg|conf',
  'mdx?|rst|tex|bib|epub|mobi|idml|indd|srt|vtt|ssa|xliff?|xlf|tmx|tbx|eml|ics|vcf|db|sqlite3?|parquet|avro|bak|tmp|log|plist',
  'pem|crt|cer|csr|p12|pfx|gpg|asc',
  // Pictures, sound and video
  'png|jpe?g|gif|svg|webp|avif|bmp|tiff?|ico|heic|psd|eps|mp[34]|m4[av]|wav|og[agv]|flac|aac|avi|mkv|mov|webm|wmv|mpe?g|flv|woff2?|ttf|otf',
  // Archives and programs
  'zip|gz|tgz|bz2|xz|tar|7z|rar|zst|jar|deb|rpm|apk|dmg|msi|exe|dll|wasm|cmd|ps1|psm1|vbs|sh|bash',
  '[cm]?js|[cm]?ts|jsx|tsx|css|scss|sass|py|ipynb|rb|php|java|kt|cs|cpp|hpp|rs|sql|lua|graphql|csproj|sln|mjml',
].join('|');
const anyEnding = `${endings}|DOCX?|XLSX?|PPTX?|OD[PST]|PDF|RTF|TXT|CSV|HTML?|XML|JSON|MD|ZIP|EXE|INI|LOG|PNG|JPE?G|GIF|TIFF?|MP[34]|AVI|MOV`;

const hidden =
  'env|gitignore|gitattributes|gitmodules|npmrc|nvmrc|dockerignore|editorconfig|bashrc|bash_profile|zshrc|vimrc|htaccess|htpasswd';
const rootFolders = 'etc|usr|var|home|tmp|bin|sbin|opt|dev|proc|sys|srv|mnt|boot|root|lib';

const notInWord = String.raw`(?<![\p{L}\p{M}\p{N}_])`;
const atEnd = String.raw`(?![\p{L}\p{M}\p{N}_])`;
const foldersWithSpaces = String.raw`(?:Program Files(?: \(x86\))?|Documents and Settings)${atEnd}`;
const inPath = String.raw`[^\s<>"“”«»|?*]{0,200}[\p{L}\p{N}_]`;
const notInPath = String.raw`(?=[~./])(?<![\p{L}\p{M}\p{N}_/.:<~-])`;
const fileName = String.raw`(?=\.?[\p{L}\p{N}_@-]{1,60}[./])(?:[\p{L}\p{N}_.@-]{1,60}/){0,12}(?:[\p{L}\p{N}_-]{1,60}\.){1,6}(?:${anyEnding})${atEnd}`;
const part = String.raw`/[\p{L}\p{N}._-]{0,80}[\p{L}\p{N}_-]`;

/** Source of a regular expression with the flag `u`: `\\server\share\a.txt`. Markdown takes its beginning for a sign. */
export const sharedFolderSpan = String.raw`(?=\\\\)(?<![\p{L}\p{M}\p{N}_\\])\\\\[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,60}\\${inPath}\$?`;

/** Sources of regular expressions with the flag `u`. */
export const addressSpans: readonly string[] = [
  sharedFolderSpan,
  // C:\Users\john\file.txt, C:\Program Files\App
  String.raw`(?=[A-Za-z]:)${notInWord}[A-Za-z]:\\(?:${foldersWithSpaces}(?:\\${inPath})?|${inPath})`,
  // /home/user, ~/notes/a.txt, ./src/main
  String.raw`${notInPath}(?:~|\.{1,2})?(?:${part}){2,20}`,
  // ~/Downloads, ./run; /etc; /v1: `and /or` is none
  String.raw`${notInPath}(?:(?:~|\.{1,2})${part}|/(?:${rootFolders})${atEnd}|/\p{L}[\p{L}\p{N}_-]{0,80}[\p{N}_]${atEnd})`,
  // db01.example.com; report_final.docx, index.html, src/main.ts
  String.raw`(?<![\p{L}\p{M}\p{N}_.-])(?:${hostName}|${fileName})`,
  // .env, .env.local, a .docx
  String.raw`(?=\.)(?<![\p{L}\p{M}\p{N}_./\\…)\]-])\.(?:(?:${hidden})(?:\.[a-z]{1,20})?|${endings})${atEnd}`,
];
