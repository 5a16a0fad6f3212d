// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeFacade, startFacade } from './firstQuestion';
import { takeOver } from './takeOver';

/** What the server draws, as far as these scripts know it. */
const FACADE = `
  <form class="chat-facade" action="#chat" data-facade-form>
    <button class="starter" name="ask" value="How do I return something?">How do I return something?</button>
    <p data-facade-asked></p>
    <textarea name="ask" data-facade-text></textarea>
    <button type="submit">Send</button>
  </form>
  <div class="chat-place"></div>`;

let frames: (() => void)[];

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => frames.push(then));
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function nextFrame(): void {
  for (const then of frames.splice(0)) then();
}

/** A page whose facade is alive, and a chat that comes when a test says so. @param html - what the server drew */
function setUp(html = FACADE) {
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = html;
  const place = element.querySelector<HTMLElement>('.chat-place') ?? element;
  const field = element.querySelector('textarea') as HTMLTextAreaElement;
  const sent: string[] = [];
  const drafts: string[] = [];
  const starts = vi.fn();
  element.addEventListener('sotto:start', starts);
  startFacade(element);
  let isStyled = true;
  return {
    element,
    field,
    place,
    sent,
    drafts,
    starts,
    suggest: () => {
      element.querySelector<HTMLButtonElement>('.starter')?.click();
    },
    write: (text: string) => {
      field.value = text;
    },
    press: (key: string, options: KeyboardEventInit = {}) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...options })),
    /** The widget stands, though nothing of it is drawn. */
    chatIsMade: () => {
      takeOver(
        element,
        place,
        {
          conversation: {
            send: ({ message }) => {
              sent.push(message);
              return Promise.resolve();
            },
          },
          draft: {
            set: (text) => {
              drafts.push(text);
            },
          },
        },
        () => isStyled,
      );
    },
    styleIs: (come: boolean) => {
      isStyled = come;
    },
    draw: (html: string) => {
      place.innerHTML = html;
    },
    isReady: () => place.classList.contains('ready'),
  };
}

const DRAWN = '<textarea></textarea><p>Hello</p>';

describe('H-3 the first question', () => {
  it.each([
    ['before the chat is made', ['ask', 'make', 'draw']],
    ['before the chat is drawn', ['make', 'ask', 'draw']],
    ['once it is drawn, before it takes its place', ['draw', 'make', 'ask']],
  ] as const)('is sent once when it is asked %s, whether it is suggested or written', (_moment, order) => {
    for (const how of ['suggested', 'written']) {
      const { suggest, write, press, chatIsMade, draw, sent, isReady, drafts, element } = setUp();
      element.dataset['composing'] = '';
      for (const step of order) {
        if (step === 'make') chatIsMade();
        else if (step === 'draw') draw(DRAWN);
        else if (how === 'suggested') suggest();
        else {
          write('Where is it?');
          press('Enter');
        }
        nextFrame();
      }
      nextFrame();
      expect(sent).toEqual([how === 'suggested' ? 'How do I return something?' : 'Where is it?']);
      expect([isReady(), drafts]).toEqual([true, []]);
      element.remove();
    }
  });

  it('wakes the chat and is shown as asked', () => {
    const { suggest, starts, element } = setUp();
    suggest();
    expect([starts.mock.calls.length, element.querySelector('[data-facade-asked]')?.textContent]).toEqual([
      1,
      'How do I return something?',
    ]);
  });

  it('is sent when it was asked before any script: the server brings it back', () => {
    const { starts, chatIsMade, sent } = setUp(
      FACADE.replace('<p data-facade-asked></p>', '<p data-facade-asked data-waits="true">Is it mine?</p>'),
    );
    expect(starts).toHaveBeenCalledTimes(1);
    chatIsMade();
    expect(sent).toEqual(['Is it mine?']);
  });

  it('is in the box again after a reload that came before the chat; not once the chat has it', () => {
    const first = setUp();
    first.suggest();
    const second = setUp();
    expect([second.field.value, second.sent]).toEqual(['How do I return something?', []]);
    second.press('Enter');
    second.chatIsMade();
    expect([setUp().field.value, second.sent]).toEqual(['', ['How do I return something?']]);
  });

  it('is not doubled by a second press, and what is written after it moves into the chat', () => {
    const { suggest, write, press, chatIsMade, draw, sent, drafts } = setUp();
    suggest();
    suggest();
    write('And when?');
    press('Enter');
    draw(DRAWN);
    chatIsMade();
    suggest();
    nextFrame();
    expect([sent, drafts]).toEqual([['How do I return something?'], ['And when?']]);
  });

  it('goes back into the box when the chat cannot be had, and nothing more is taken', () => {
    const { suggest, write, press, field, element, sent, chatIsMade } = setUp();
    write('A second thought');
    suggest();
    closeFacade(element);
    press('Enter');
    chatIsMade();
    expect([field.value, field.readOnly, sent]).toEqual(['How do I return something?\nA second thought', true, []]);
    expect([...element.querySelectorAll('button')].every((button) => button.disabled)).toBe(true);
  });

  it('W-7 is not sent by Enter while a line is broken or a word composed, nor when it is empty', () => {
    const { write, press, starts, field } = setUp();
    press('Enter');
    write('に');
    press('Enter', { shiftKey: true });
    press('Enter', { isComposing: true });
    expect([starts.mock.calls.length, field.value]).toEqual([0, 'に']);
  });
});

describe('H-3 the chat takes the place of its facade', () => {
  it('when there is something to see: drawn, styled, and no suggestion still plain text', () => {
    const { chatIsMade, draw, styleIs, isReady, element } = setUp();
    styleIs(false);
    chatIsMade();
    draw('<textarea></textarea><p class="sotto-plain-wait">Hello</p>');
    nextFrame();
    styleIs(true);
    nextFrame();
    expect(isReady()).toBe(false);
    draw(DRAWN);
    nextFrame();
    expect([isReady(), element.querySelector<HTMLElement>('.chat-facade')?.hidden]).toEqual([true, true]);
  });

  it('in any case after some time: a chat half drawn is better than none', () => {
    const { chatIsMade, isReady } = setUp();
    chatIsMade();
    for (let count = 0; count < 600; count += 1) nextFrame();
    expect(isReady()).toBe(true);
  });

  it('not while a word is being composed; then what is written moves along with the cursor', () => {
    const { chatIsMade, draw, field, isReady, drafts, place } = setUp();
    draw(DRAWN);
    field.focus();
    field.dispatchEvent(new Event('compositionstart'));
    chatIsMade();
    nextFrame();
    expect(isReady()).toBe(false);
    field.value = 'かな ';
    field.dispatchEvent(new Event('compositionend'));
    nextFrame();
    expect([isReady(), drafts, document.activeElement === place.querySelector('textarea')]).toEqual([
      true,
      ['かな '],
      true,
    ]);
  });

  it('not while a pointer aims at a suggestion', () => {
    const { chatIsMade, draw, isReady, element } = setUp();
    draw(DRAWN);
    element
      .querySelector('.starter')
      ?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }));
    chatIsMade();
    nextFrame();
    expect(isReady()).toBe(false);
    element
      .querySelector('form')
      ?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }));
    nextFrame();
    expect(isReady()).toBe(true);
  });
});
