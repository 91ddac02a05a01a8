import { type Formatting, noFormatting } from './formatting.js';
import type { FieldInstruction, PropertyName } from './header-tables.js';

/** The state within a group: it begins as that of the group around it, which holds again behind the group. */
export interface GroupState {
  /** Whether text in it is text of a paragraph, or the group only holds groups that may have such text. */
  holdsText: boolean;
  /** The word that a group of groups begins with. */
  container: string;
  skip: number;
  /** The font, undefined for that of the document. */
  font: number | undefined;
  formatting: Formatting;
  isHidden: boolean;
  isDeleted: boolean;
  /** Whether text is that of an entry of an index, which is written as hidden text. */
  isEntry: boolean;
  isInTable: boolean;
  isHeading: boolean;
  /** The field that the group is, or that it is the result of. */
  field: FieldInstruction | undefined;
  /** The name of the property of a shape whose group this is, or is in. */
  property: PropertyName | undefined;
  /** Whether a flow of text of its own ends with the group. */
  endsFlow: boolean;
}

export const rootState: GroupState = {
  holdsText: true,
  container: '',
  skip: 1,
  font: undefined,
  formatting: noFormatting,
  isHidden: false,
  isDeleted: false,
  isEntry: false,
  isInTable: false,
  isHeading: false,
  field: undefined,
  property: undefined,
  endsFlow: false,
};
