import type { Widget } from '../../db/queries/hub/widgetQueries';

const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,253}\.[A-Za-z]{2,24}/g;
/** 13 to 19 digits, grouped or not. */
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g;
const PHONE = /(?:\+|\b00)?\b\d(?:[ ()./-]{0,2}\d){6,14}\b/g;

/**
 * Masks email addresses, card and phone numbers, for models of widgets with `privacy` (contract 4.1). Linear time.
 */
export function maskPersonalData(text: string): string {
  const words = text.includes('@') ? text.replace(EMAIL, '[email]') : text;
  return words.replace(CARD, '[card number]').replace(PHONE, '[phone number]');
}

/** A visitor's text for storage: with `privacy`, personal data that is not sent to the model is not stored either. */
export function textToKeep({ config }: Pick<Widget, 'config'>, text: string): string {
  return config['privacy'] === true ? maskPersonalData(text) : text;
}
