import type { Json, JsonObject } from '@sotto/widget-core/api';
import { isObject } from '../site/isObject';

/** How the field marks who said a message, by the message's type. */
const MARKS: Readonly<Record<string, string>> = {
  bot: 'Bot',
  user: 'Visitor',
  input: 'Input',
  intro: 'Introduction',
  initial: 'Opening',
  context: 'Note',
};
const ANY = Object.values(MARKS).join('|');
const BEGINNING = new RegExp(`^(${ANY}):[ \\t]*`, 'gim');
/** A line inside a message that looks like the beginning of one has a space more before it. */
const ALIKE = new RegExp(`^( *)(?=(?:${ANY}):)`, 'gim');
const SPACED = new RegExp(`^ ( *)(?=(?:${ANY}):)`, 'gim');

/** The setting `messages` as its field shows it: each message begins with who said it. */
export function writeOpening(messages: Json | undefined): string {
  return listOf(messages)
    .map((message) => `${MARKS[typeOf(message)] ?? MARKS['user'] ?? ''}: ${textOf(message).replaceAll(ALIKE, ' $1')}`)
    .join('\n');
}

/**
 * Reads the field. A message that was not changed keeps what the field does not show; words before the first mark are
 * the bot's.
 *
 * @returns undefined for no messages
 */
export function readOpening(written: string, stored: Json | undefined): Json[] | undefined {
  const before = listOf(stored);
  const lines = written.replaceAll('\r\n', '\n').trim();
  if (lines === writeOpening(stored).trim()) return before.length === 0 ? undefined : [...before];
  const [first = '', ...parts] = lines.split(BEGINNING);
  const said = [
    ['Bot', first],
    ...parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
  ].filter(([, text = '']) => text.trim() !== '');
  const left = [...before];
  const messages = said.map(([mark = '', given = '']): JsonObject => {
    const text = given.replaceAll(SPACED, '$1').trim();
    const [type = 'user'] = Object.entries(MARKS).find(([, word]) => word.toLowerCase() === mark.toLowerCase()) ?? [];
    const at = left.findIndex((each) => typeOf(each) === type && textOf(each).trim() === text);
    return left.splice(at, at < 0 ? 0 : 1)[0] ?? { type, text };
  });
  return messages.length === 0 ? undefined : messages;
}

const listOf = (messages: Json | undefined): JsonObject[] => (Array.isArray(messages) ? messages.filter(isObject) : []);
const typeOf = ({ type }: JsonObject): string => (typeof type === 'string' ? type : 'user');
const textOf = ({ text }: JsonObject): string => (typeof text === 'string' ? text : '');
