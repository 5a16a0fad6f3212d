/**
 * Creates a real button, which works with keyboard, touch, forced colours and assistive technology without further
 * code. The icon is drawn by the style sheet.
 */
export function createLauncher(onPress: () => void): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { part: 'launcher', className: 'launcher', onclick: onPress });
}
