import {
  lacking,
  listOf,
  oneOf,
  readKeys,
  TEXT,
  textThat,
  TRUE_OR_FALSE,
  type BlockKey,
  type FieldContext,
  type ReportBlockProblem,
} from '../blockKeys';
import type { RichBlockType } from '../contentBlocks';
import {
  MAX_CAROUSEL_ITEMS,
  MAX_FIELD_OPTIONS,
  MAX_FORM_FIELDS,
  MAX_GROUP_BUTTONS,
  MAX_ITEM_BUTTONS,
} from '../contentLimits';
import { isPlainObject, readPlainValue, type PlainValue } from './readObject';
import { readMediaAddress } from '../safeLinks';

/**
 * A button as written. `href` is unchecked: `resolveButtonLink` needs the host page; without a valid link, the button
 * is a suggestion.
 */
export interface ButtonContent {
  readonly caption: string;
  readonly href?: string;
  /** The message that a click sends if there is no link; by default the caption. */
  readonly message?: string;
}

/** A card, or an item of a carousel. Texts are inline markdown. */
export interface CardContent {
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
  readonly buttons: readonly ButtonContent[];
}

const FIELD_TYPES: readonly FormFieldType[] = [
  'text',
  'textarea',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'select',
  'radio',
  'checkbox',
  'object',
];

/** The field types of forms. */
export type FormFieldType =
  | 'text'
  | 'textarea'
  | 'email'
  | 'tel'
  | 'url'
  | 'number'
  | 'date'
  | 'time'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'object';

/** A field of a form. */
export interface FormFieldContent {
  readonly name: string;
  readonly label: string;
  readonly type: FormFieldType;
  /** Initial value; `'true'` checks a checkbox. */
  readonly default: string;
  readonly options: readonly { readonly value: string; readonly caption: string }[];
  readonly placeholder: string;
  readonly required: boolean;
}

/** A form as written. `url` is unchecked. */
export interface FormContent {
  readonly method: 'POST' | 'GET';
  readonly url?: string;
  readonly submit?: string;
  readonly fields: readonly FormFieldContent[];
}

/** The content of a rich block. */
export type RichContent =
  | { readonly type: 'card'; readonly card: CardContent }
  | { readonly type: 'carousel'; readonly items: readonly CardContent[] }
  | { readonly type: 'buttons'; readonly buttons: readonly ButtonContent[] }
  | { readonly type: 'form'; readonly form: FormContent };

/** Minimum content of each block, for the author of an invalid one (contract 3.4). */
export const RICH_BLOCK_NEEDS: Readonly<Record<RichBlockType, string>> = {
  card: 'a card is YAML or JSON with a title, a description or an image.',
  carousel: 'a carousel is a YAML or JSON list of at most 20 items, each with a title, a description or an image.',
  buttons: 'a button group is a YAML or JSON list of buttons, each with a caption.',
  form: 'a form is YAML or JSON with fields, each with a name; its method is POST or GET.',
};

/** Maximum number of reported problems per block; further ones are probably the same. */
const MAX_PROBLEMS = 10;

/**
 * Parses the body of a rich block (contract 3.4).
 *
 * Entries without required keys are omitted, unknown keys are ignored, lists are truncated at their limits; each case
 * is reported.
 *
 * @param report - called with every invalid key and its allowed values
 * @returns `undefined` if the body cannot be parsed or nothing valid is left: it is then shown as a code block
 */
export function readRichBlock(
  type: RichBlockType,
  source: string,
  report: ReportBlockProblem = () => undefined,
): RichContent | undefined {
  const read = readPlainValue(source);
  if (!read) return undefined;
  let reported = 0;
  const context: FieldContext = {
    key: '',
    report: (problem) => {
      if ((reported += 1) <= MAX_PROBLEMS) report(problem);
    },
  };
  const { value } = read;
  switch (type) {
    case 'card': {
      const card = readCard(value, context);
      return card && { type, card };
    }
    case 'carousel': {
      const { items } = readKeys(CAROUSEL, withListAs('items', value), context);
      return items?.length ? { type, items } : undefined;
    }
    case 'buttons': {
      const { buttons } = readKeys(BUTTONS, withListAs('buttons', value), context);
      return buttons?.length ? { type, buttons } : undefined;
    }
    case 'form': {
      const { method = 'POST', fields, ...more } = readKeys(FORM, value, context);
      return fields?.length ? { type, form: { method, ...more, fields } } : undefined;
    }
  }
}

/** Carousels and button groups may also be written as a plain list. */
function withListAs(key: string, value: PlainValue): PlainValue {
  return isPlainObject(value) ? value : { [key]: value };
}

const LINK = textThat('an address that begins with http://, https:// or /', (address) =>
  /^(?:https?:\/\/|\/)/i.test(address),
);

const BUTTON = { caption: TEXT, href: LINK, link: LINK, message: TEXT };

function readButton(value: PlainValue, context: FieldContext): ButtonContent | undefined {
  const { caption, href, link, message } = readKeys(BUTTON, value, context);
  if (caption === undefined) return lacking('a button', 'a caption', context);
  const address = href ?? link;
  return { caption, ...(address !== undefined && { href: address }), ...(message !== undefined && { message }) };
}

const CARD = {
  title: TEXT,
  description: TEXT,
  image: textThat(
    'an http or https address, a path, or a picture as data',
    (address) => readMediaAddress(address, 'image') !== undefined,
  ),
  buttons: listOf('buttons', MAX_ITEM_BUTTONS, readButton),
};

function readCard(value: PlainValue, context: FieldContext): CardContent | undefined {
  const { buttons = [], ...texts } = readKeys(CARD, value, context);
  return Object.keys(texts).length === 0
    ? lacking('a card', 'a title, a description or an image', context)
    : { ...texts, buttons };
}

const CAROUSEL = { items: listOf('items', MAX_CAROUSEL_ITEMS, readCard) };
const BUTTONS = { buttons: listOf('buttons', MAX_GROUP_BUTTONS, readButton) };

const OPTION = { value: TEXT, caption: TEXT };

function readOption(
  written: PlainValue,
  context: FieldContext,
): { readonly value: string; readonly caption: string } | undefined {
  // A plain text in the list is both caption and value.
  const { value, caption = value } = readKeys(OPTION, isPlainObject(written) ? written : { caption: written }, context);
  return caption === undefined ? lacking('an option', 'a caption', context) : { value: value ?? caption, caption };
}

/** A model must not ask for a visitor's secrets and files, and nothing invisible is submitted. */
const DROPPED_TYPES = ['password', 'file', 'hidden'] as const;

const FIELD = {
  name: TEXT,
  label: TEXT,
  type: oneOf(FIELD_TYPES, 'text', DROPPED_TYPES),
  default: TEXT,
  options: listOf('options', MAX_FIELD_OPTIONS, readOption),
  placeholder: TEXT,
  required: TRUE_OR_FALSE,
};

function readFormField(value: PlainValue, context: FieldContext): FormFieldContent | undefined {
  const {
    label,
    name = label === undefined ? '' : toFieldName(label),
    type = 'text',
    default: given = '',
    options = [],
    placeholder = '',
    required = false,
  } = readKeys(FIELD, value, context);
  if (name === '') return lacking('a field', 'a name', context);
  if (type === 'password' || type === 'file' || type === 'hidden') return undefined;
  if ((type === 'select' || type === 'radio') && options.length === 0)
    return lacking(`a field of type ${type}`, 'options', context);
  return { name, label: label ?? name, type, default: given, options, placeholder, required };
}

const FORM = {
  method: oneOf(['POST', 'GET'], 'POST'),
  url: TEXT,
  submit: TEXT,
  fields: listOf('fields', MAX_FORM_FIELDS, readFormField),
};

/** The keys of all blocks and their content, used for parsing, reporting and tests. */
export const BLOCK_KEYS = {
  card: CARD,
  carousel: CAROUSEL,
  buttons: BUTTONS,
  form: FORM,
  button: BUTTON,
  field: FIELD,
  option: OPTION,
} satisfies Readonly<
  Record<RichBlockType | 'button' | 'field' | 'option', Readonly<Record<string, BlockKey<unknown>>>>
>;

/** Field name derived from its label: `Order number` → `order_number`. */
function toFieldName(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
