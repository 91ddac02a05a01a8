'use strict';

const fs = require('node:fs');
const { say, seconds } = require('./progress.cjs');
const { canInstallPackages, installPackages } = require('./system-packages.cjs');

/** The languages that scanned pages are read in from the start, by the names of tesseract; Debian has some 100 more. */
const ocrLanguages = ['eng', 'spa', 'fra', 'deu', 'cat', 'ita', 'por'];

/** Packages that documents of some formats need, each with a file that shows that it is installed. */
const officePackages = {
  'libreoffice-writer-nogui': '/usr/lib/libreoffice/program/libswdlo.so',
  'libreoffice-calc-nogui': '/usr/lib/libreoffice/program/libscdlo.so',
  'libreoffice-impress-nogui': '/usr/lib/libreoffice/program/libsddlo.so',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  'poppler-utils': '/usr/bin/pdftoppm',
  'tesseract-ocr': '/usr/bin/tesseract',
  ...Object.fromEntries(
    ocrLanguages.map((code) => [`tesseract-ocr-${code}`, `/usr/share/tesseract-ocr/5/tessdata/${code}.traineddata`]),
  ),
};

/** Installs LibreOffice, fonts and OCR where it may, while the service already runs. Formats that need them wait for it. */
const ensureOffice = async () => {
  const missing = Object.keys(officePackages).filter((name) => !fs.existsSync(officePackages[name]));
  if (missing.length === 0) return;
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!canInstallPackages()) {
    say(
      `! Not installed: ${missing.join(', ')}. DOC, XLS and PPT files, scans, or PDFs in some scripts, are refused until then: ${byHand}`,
    );
    return;
  }
  const since = Date.now();
  say(
    '… Installing LibreOffice, fonts and OCR in the background, for DOC, XLS and PPT files, scans, and PDFs in more scripts (about 225 MB)',
  );
  const failure = await installPackages(missing);
  if (failure === undefined) say(`✓ LibreOffice, fonts and OCR (${seconds(since)})`);
  else
    say(
      `! LibreOffice, fonts and OCR could not be installed: ${failure.slice(-3).join(' ')} To install them: ${byHand}`,
    );
};

module.exports = { ensureOffice, officePackages };
