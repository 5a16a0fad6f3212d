import { createEvent, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWidget } from '../testing/renderWidget';
import { PanelDetails } from './PanelDetails';

/** Whether the wheel over an element is kept from the page. A list of 300 of 1,000 pixels, a box that does not scroll. */
function turn(selector: string, wheel: WheelEventInit, { scrollTop = 100, height = '' } = {}): boolean {
  const { container } = renderWidget(
    <div data-height={height}>
      <div>
        <button type="button" className="outside" />
        <section className="sotto-panel">
          <header className="bar" />
          <div className="list" style={{ overflowY: 'auto' }}>
            <p className="words" />
          </div>
          <PanelDetails />
        </section>
      </div>
    </div>,
  );
  const list = container.querySelector('.list');
  const element = container.querySelector(selector);
  if (!list || !element) throw new Error('nothing there');
  for (const [name, value] of Object.entries({ scrollTop, clientHeight: 300, scrollHeight: 1000 }))
    Object.defineProperty(list, name, { value });
  const event = createEvent.wheel(element, { deltaY: 100, ...wheel });
  // This DOM's wheel has no keys.
  Object.defineProperty(event, 'ctrlKey', { value: wheel.ctrlKey });
  fireEvent(element, event);
  return event.defaultPrevented;
}

describe('VI-7 the wheel over the chat', () => {
  it.each([
    ['over the bar', '.bar', {}, {}, true],
    ['over words of a list that can scroll', '.words', {}, {}, false],
    ['down at the end of the list', '.words', {}, { scrollTop: 700 }, true],
    ['up at the end of the list', '.words', { deltaY: -100 }, { scrollTop: 700 }, false],
    ['up at its start', '.words', { deltaY: -100 }, { scrollTop: 0 }, true],
    ['sideways', '.bar', { deltaX: 200 }, {}, false],
    ['with Ctrl, which zooms', '.bar', { ctrlKey: true }, {}, false],
    ['in a frame as high as its content', '.bar', {}, { height: 'content' }, false],
    ['beside the panel, over the launcher', '.outside', {}, {}, false],
  ] as const)('%s', (_, selector, wheel, list, isKept) => {
    expect(turn(selector, wheel, list)).toBe(isKept);
  });
});
