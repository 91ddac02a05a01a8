import { Help, type HelpConfiguration } from 'commander';

const plain = new Help();

/** How help is written: a required option says that it is. */
export const helpFormat: HelpConfiguration = {
  showGlobalOptions: true,
  optionDescription: (option) => {
    const description = plain.optionDescription(option);
    return option.mandatory ? `${description} (required)` : description;
  },
};
