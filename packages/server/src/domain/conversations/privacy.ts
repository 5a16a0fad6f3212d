import type { Widget } from '../../db/queries/hub/widgetQueries';

const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,253}\.[A-Za-z]{2,24}/g;
/** 13 to 19 digits, in groups or not. */
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g;
const PHONE = /(?:\+|\b00)?\b\d(?:[ ()./-]{0,2}\d){6,14}\b/g;

/**
 * A text without mail addresses, card and phone numbers, for models of widgets with `privacy` on (contract 4.1). Linear
 * in the text.
 */
export function maskPersonalData(text: string): string {
  const words = text.includes('@') ? text.replace(EMAIL, '[email]') : text;
  return words.replace(CARD, '[card number]').replace(PHONE, '[phone number]');
}

/**
 * The stored form of a text of a visitor: with `privacy` on, the server stores no personal data that it would not send
 * to the model either.
 */
export function textToKeep({ config }: Pick<Widget, 'config'>, text: string): string {
  return config['privacy'] === true ? maskPersonalData(text) : text;
}
