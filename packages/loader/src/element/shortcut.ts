/**
 * A key of the owner's choice opens and closes the chat, such as `ctrl+k`, `mod+shift+k` (`mod`: Command on Apple's
 * systems, else Control) or `F2`.
 *
 * It is not taken from text fields unless a modifier is part of it, and never from an open input method or from the
 * page, which may prevent it.
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
