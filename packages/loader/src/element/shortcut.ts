/**
 * Opens and closes the chat with a key of the owner's choice, such as `ctrl+k`, `mod+shift+k` (`mod`: Command on
 * Apple systems, otherwise Control) or `F2`.
 *
 * Ignored in text fields unless it has a modifier, during input method composition, and if the page prevents the
 * event.
 */
export function listenForShortcut(window: Window, shortcut: string, signal: AbortSignal, onPress: () => void): void {
  const words = shortcut
    .toLowerCase()
    .split('+')
    .map((word) => word.trim());
  const key = words.pop() ?? '';
  const isApple = /mac|iphone|ipad/i.test(window.navigator.userAgent);
  const modifiers = new Set(words.map((word) => (word === 'mod' ? (isApple ? 'meta' : 'ctrl') : word)));
  window.document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || event.key.toLowerCase() !== key) return;
      const held = { ctrl: event.ctrlKey, meta: event.metaKey, alt: event.altKey, shift: event.shiftKey };
      if (Object.entries(held).some(([name, isHeld]) => isHeld !== modifiers.has(name))) return;
      const field = event.composedPath()[0];
      if (
        modifiers.size === 0 &&
        field instanceof Element &&
        field.matches('input,textarea,select,[contenteditable]:not([contenteditable=false])')
      )
        return;
      event.preventDefault();
      onPress();
    },
    { signal },
  );
}
