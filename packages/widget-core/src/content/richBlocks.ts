import type { RichBlockType } from './contentBlocks';
import { MAX_CAROUSEL_ITEMS, MAX_FIELD_OPTIONS, MAX_FORM_FIELDS, MAX_GROUP_BUTTONS, MAX_ITEM_BUTTONS } from './limits';
import { isPlainObject, readPlainValue, type PlainValue } from './readObject';

/** A button as written. `href` is not checked yet: `resolveButtonLink` decides with the host page at hand; without a usable one the button is a suggestion. */
export interface ButtonContent {
  readonly caption: string;
  readonly href?: string;
  /** What a click sends when there is no link; the caption when absent. */
  readonly message?: string;
}

/** A card, or one item of a carousel. Texts are inline markdown. */
export interface CardContent {
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
  readonly buttons: readonly ButtonContent[];
}

/** Field types a form can have. */
export type FormFieldType = 'text' | 'textarea' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'time' | 'select' | 'radio' | 'checkbox' | 'object';

/** One field of a form. */
export interface FormFieldContent {
  readonly name: string;
  readonly label: string;
  readonly type: FormFieldType;
  /** Initial text; `'true'` checks a checkbox. */
  readonly default: string;
  readonly options: readonly { readonly value: string; readonly caption: string }[];
  readonly placeholder: string;
  readonly required: boolean;
}

/** A form as written. `url` is not checked yet. */
export interface FormContent {
  readonly method: 'POST' | 'GET';
  readonly url?: string;
  readonly submit?: string;
  readonly fields: readonly FormFieldContent[];
}

/** What a rich block says. */
export type RichContent =
  | { readonly type: 'card'; readonly card: CardContent }
  | { readonly type: 'carousel'; readonly items: readonly CardContent[] }
  | { readonly type: 'buttons'; readonly buttons: readonly ButtonContent[] }
  | { readonly type: 'form'; readonly form: FormContent };

/** What each block must at least have, for whoever wrote one that cannot be read (contract 3.4). */
export const RICH_BLOCK_NEEDS: Readonly<Record<RichBlockType, string>> = {
  card: 'a card is YAML or JSON with a title, a description or an image.',
  carousel: 'a carousel is a YAML or JSON list of at most 20 items, each with a title, a description or an image.',
  buttons: 'a button group is a YAML or JSON list of buttons, each with a caption.',
  form: 'a form is YAML or JSON with fields, each with a name; its method is POST or GET.',
};

/**
 * Reads the body of a rich block (contract 3.4).
 *
 * Entries that lack what they need are dropped, unknown keys are ignored, lists are cut at their limits.
 *
 * @returns `undefined` when the body does not parse or nothing valid is left: it is then shown as a code block
 */
export function readRichBlock(type: RichBlockType, source: string): RichContent | undefined {
  const read = readPlainValue(source);
  if (!read) return undefined;
  switch (type) {
    case 'card': {
      const card = readCard(read.value);
      return card && { type, card };
    }
    case 'carousel': {
      const items = readList(read.value, 'items', MAX_CAROUSEL_ITEMS, readCard);
      return items && { type, items };
    }
    case 'buttons': {
      const buttons = readList(read.value, 'buttons', MAX_GROUP_BUTTONS, readButton);
      return buttons && { type, buttons };
    }
    case 'form': {
      const form = readFormContent(read.value);
      return form && { type, form };
    }
  }
}

const FIELD_TYPES: ReadonlySet<string> = new Set<FormFieldType>([
  'text', 'textarea', 'email', 'tel', 'url', 'number', 'date', 'time', 'select', 'radio', 'checkbox', 'object',
]);

/** A visitor's secrets and files are never asked for by a model, and nothing is sent that they did not see. */
const DROPPED_TYPES: ReadonlySet<string> = new Set(['password', 'file', 'hidden']);

function readList<Entry>(value: PlainValue, key: string, limit: number, read: (entry: PlainValue) => Entry | undefined): readonly Entry[] | undefined {
  const list = isPlainObject(value) ? value[key] : value;
  if (!Array.isArray(list)) return undefined;
  const entries: Entry[] = [];
  for (const item of list as readonly PlainValue[]) {
    const entry = entries.length < limit ? read(item) : undefined;
    if (entry !== undefined) entries.push(entry);
  }
  return entries.length > 0 ? entries : undefined;
}

function readCard(value: PlainValue): CardContent | undefined {
  if (!isPlainObject(value)) return undefined;
  const texts = { ...textField(value, 'title'), ...textField(value, 'description'), ...textField(value, 'image') };
  if (Object.keys(texts).length === 0) return undefined;
  return { ...texts, buttons: readList(value['buttons'] ?? null, 'buttons', MAX_ITEM_BUTTONS, readButton) ?? [] };
}

function readButton(value: PlainValue): ButtonContent | undefined {
  if (!isPlainObject(value)) return undefined;
  const caption = text(value['caption']);
  if (caption === undefined) return undefined;
  const href = text(value['href']) ?? text(value['link']);
  return { caption, ...(href !== undefined && { href }), ...textField(value, 'message') };
}

function readFormContent(value: PlainValue): FormContent | undefined {
  if (!isPlainObject(value)) return undefined;
  const fields = readList(value['fields'] ?? null, 'fields', MAX_FORM_FIELDS, readFormField);
  if (!fields) return undefined;
  const method = text(value['method'])?.toUpperCase() === 'GET' ? 'GET' : 'POST';
  return { method, ...textField(value, 'url'), ...textField(value, 'submit'), fields };
}

function readFormField(value: PlainValue): FormFieldContent | undefined {
  if (!isPlainObject(value)) return undefined;
  const written = text(value['label']);
  const name = text(value['name']) ?? (written === undefined ? undefined : toFieldName(written));
  const type = text(value['type'])?.toLowerCase() ?? 'text';
  if (name === undefined || name === '' || DROPPED_TYPES.has(type)) return undefined;
  const options = readList(value['options'] ?? null, 'options', MAX_FIELD_OPTIONS, readOption) ?? [];
  if ((type === 'select' || type === 'radio') && options.length === 0) return undefined;
  return {
    name,
    label: written ?? name,
    type: FIELD_TYPES.has(type) ? (type as FormFieldType) : 'text',
    default: text(value['default']) ?? '',
    options,
    placeholder: text(value['placeholder']) ?? '',
    required: value['required'] === true,
  };
}

function readOption(value: PlainValue): { readonly value: string; readonly caption: string } | undefined {
  if (!isPlainObject(value)) {
    const only = text(value);
    return only === undefined ? undefined : { value: only, caption: only };
  }
  const caption = text(value['caption']) ?? text(value['value']);
  return caption === undefined ? undefined : { value: text(value['value']) ?? caption, caption };
}

/** The name of a field that has only a label: `Order number` → `order_number`. */
function toFieldName(label: string): string {
  return label.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');
}

function textField<Key extends string>(value: { readonly [key: string]: PlainValue }, key: Key): { readonly [K in Key]?: string } {
  const found = text(value[key]);
  return (found === undefined ? {} : { [key]: found }) as { readonly [K in Key]?: string };
}

/** A text, number or boolean as text; `undefined` when blank or something else. */
function text(value: PlainValue | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
