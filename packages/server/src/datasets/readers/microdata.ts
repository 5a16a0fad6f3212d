import { cutText } from '@sotto/widget-core/internal/server';

type Attributes = Readonly<Record<string, string>>;
type Item = Record<string, unknown[]>;

/** Most items of a page, values of all of them, values that are open at once, and characters of one. */
const ITEMS_MAX = 500;
const VALUES_MAX = 5_000;
const OPEN_MAX = 20;
const VALUE_MAX_LENGTH = 5_000;

/** Reads microdata (HTML, 5): things that a page describes in the attributes of its elements. */
export interface MicrodataReader {
  open(name: string, attributes: Attributes): void;
  text(data: string): void;
  close(): void;
  /** The things at the top, in the form that JSON-LD has them. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** @see MicrodataReader */
export function createMicrodataReader(): MicrodataReader {
  const items: Item[] = [];
  const scopes: { item: Item; depth: number }[] = [];
  const values: { item: Item; names: readonly string[]; depth: number; text: string }[] = [];
  let depth = 0;
  let itemsLeft = ITEMS_MAX;
  let valuesLeft = VALUES_MAX;
  const add = (item: Item, names: readonly string[], value: unknown): void => {
    for (const name of names) {
      valuesLeft -= 1;
      if (valuesLeft > 0) (item[name] ??= []).push(value);
    }
  };
  return {
    items,
    open(name, attributes) {
      depth += 1;
      const outer = scopes.at(-1)?.item;
      const names = (attributes['itemprop'] ?? '').split(/\s+/).filter((each) => /^[a-z]{1,50}$/i.test(each));
      if (attributes['itemscope'] !== undefined && itemsLeft > 0) {
        itemsLeft -= 1;
        const item: Item = {
          '@type': (attributes['itemtype'] ?? '').split(/\s+/, 5).map((each) => each.split('/').at(-1)),
        };
        if (outer && names.length > 0) add(outer, names, item);
        else items.push(item);
        scopes.push({ item, depth });
      } else if (outer && names.length > 0) {
        const value = valueOf(name, attributes);
        if (value !== undefined) add(outer, names, cutText(value, VALUE_MAX_LENGTH));
        else if (values.length < OPEN_MAX) values.push({ item: outer, names, depth, text: '' });
      }
    },
    text(data) {
      for (const value of values) if (value.text.length < VALUE_MAX_LENGTH) value.text += data;
    },
    close() {
      const value = values.at(-1);
      if (value?.depth === depth) {
        values.pop();
        add(value.item, value.names, value.text.replace(/\s+/g, ' ').trim());
      }
      if (scopes.at(-1)?.depth === depth) scopes.pop();
      depth -= 1;
    },
  };
}

/** The value of an element that is not its text (HTML, 5.2.4). */
function valueOf(name: string, attributes: Attributes): string | undefined {
  if (attributes['content'] !== undefined) return attributes['content'];
  if (name === 'link' || name === 'a') return attributes['href'];
  if (name === 'img') return attributes['src'];
  if (name === 'time') return attributes['datetime'];
  return name === 'data' || name === 'meter' ? attributes['value'] : undefined;
}
