/**
 * Whether a key belongs to input method composition. Safari ends a composition before the keydown of its last key,
 * which then has the key code of an input method.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
