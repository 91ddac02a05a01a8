/** The data were written under another master key. Nothing can be read until the right one is given. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';
  constructor() {
    super(
      'The master key is not the one that the data in this database were encrypted with. ' +
        'Give the right TRANSLEDGER_MASTER_KEY, or put the right master.key back into the data folder.',
    );
  }
}

/** The file that should hold the master key holds something else. */
export class MasterKeyFileError extends Error {
  override readonly name = 'MasterKeyFileError';
  constructor(file: string) {
    super(`${file} should hold the master key, 32 bytes in base64, and does not. Put the right file back.`);
  }
}

/** The data were encrypted with a master key that is not here. */
export class MissingMasterKeyError extends Error {
  override readonly name = 'MissingMasterKeyError';
  constructor(file: string) {
    super(
      `${file} is not there, and the data in this database were encrypted with one. Put it back, or give it as ` +
        'TRANSLEDGER_MASTER_KEY: without it nothing that was encrypted can be read.',
    );
  }
}

/** Sealed bytes do not open: they were changed, cut, moved to another place, or sealed with another key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
  constructor() {
    super('Encrypted data were changed or belong to another key');
  }
}
