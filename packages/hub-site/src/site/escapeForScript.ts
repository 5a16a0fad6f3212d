/** A value as JSON that cannot end a script element, open a comment, nor break a line of JavaScript. */
export function escapeForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
