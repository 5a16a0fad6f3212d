import type { Call } from '../webkit';
import type { KeyDescription, PageDelegate, Progress } from './playwrightInside';

/** WebDriver's names of the keys that are not characters (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
  F1: '\uE031',
  F2: '\uE032',
  F3: '\uE033',
  F4: '\uE034',
  F5: '\uE035',
  F6: '\uE036',
  F7: '\uE037',
  F8: '\uE038',
  F9: '\uE039',
  F10: '\uE03A',
  F11: '\uE03B',
  F12: '\uE03C',
};
const BUTTONS = { left: 0, middle: 1, right: 2, none: 0 } as const;

/**
 * Gives a page real keys and a real mouse, through WebDriver. What Playwright has for this kind of browser are events
 * made by a script, which no engine trusts: they move no focus, press no button and scroll nothing.
 *
 * @param window - how the page becomes the one that WebDriver speaks to
 */
export function addInput(
  page: PageDelegate,
  call: Call,
  { isEntered, enter }: { isEntered: () => boolean; enter: () => Promise<void> },
): void {
  // The driver makes one movement at a time, and Playwright asks for the three of a click at once.
  let last: Promise<unknown> = Promise.resolve();
  function act(source: object): Promise<void> {
    const turn = last.then(async () => {
      await enter();
      await call('POST', '/actions', { actions: [source] });
    });
    last = turn.catch(() => undefined);
    return turn;
  }
  /**
   * Enters the window without what the driver does then: it gives the focus to the page, also where a frame in it had
   * it.
   */
  async function comeBack(progress: Progress): Promise<void> {
    if (isEntered()) return;
    const frame = await page.deepestFocusedFrame(progress);
    await enter();
    await (
      await frame.mainContext()
    ).evaluate(() => {
      window.focus();
    }, '');
  }
  const key = (type: string, { key: name }: KeyDescription): Promise<void> =>
    act({ type: 'key', id: 'keyboard', actions: [{ type, value: KEYS[name] ?? name }] });
  let turned = { deltaX: 0, deltaY: 0 };
  const mouse = (action: object): Promise<void> =>
    act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] });
  Object.assign(page.rawKeyboard, {
    async keydown(progress: Progress, _modifiers: unknown, _name: string, description: KeyDescription) {
      await comeBack(progress);
      await key('keyDown', description);
    },
    keyup: (_progress: Progress, _modifiers: unknown, _name: string, description: KeyDescription) =>
      key('keyUp', description),
    async sendText(progress: Progress, text: string) {
      const frame = await page.deepestFocusedFrame(progress);
      const context = await frame.mainContext();
      // As a paste does it, where the cursor is; the events are the browser's own.
      await context.evaluate((words: string) => document.execCommand('insertText', false, words), text);
    },
  });
  Object.assign(page.rawMouse, {
    move: (_progress: Progress, x: number, y: number) =>
      mouse({ type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) }),
    down: (_progress: Progress, _x: number, _y: number, button: keyof typeof BUTTONS) =>
      mouse({ type: 'pointerDown', button: BUTTONS[button] }),
    up: (_progress: Progress, _x: number, _y: number, button: keyof typeof BUTTONS) =>
      mouse({ type: 'pointerUp', button: BUTTONS[button] }),
    wheel: (
      _progress: Progress,
      x: number,
      y: number,
      _buttons: unknown,
      _modifiers: unknown,
      deltaX: number,
      deltaY: number,
    ) => {
      // The driver takes a turn for a place, and scrolls by how far the wheel has come since the last one.
      turned = { deltaX: turned.deltaX + Math.round(deltaX), deltaY: turned.deltaY + Math.round(deltaY) };
      return act({
        type: 'wheel',
        id: 'wheel',
        actions: [{ type: 'scroll', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y), ...turned }],
      });
    },
  });
}
