import { afterEach, describe, expect, it } from 'vitest';
import type { PanelHost } from '../panelHost';
import { createFocusManager } from './focus';

function setUp({ hasLauncher = true } = {}) {
  const element = document.createElement('div');
  const shadow = element.attachShadow({ mode: 'open' });
  const launcher = document.createElement('button');
  const frame = document.createElement('button');
  const field = document.createElement('input');
  shadow.append(frame);
  if (hasLauncher) shadow.append(launcher);
  document.body.append(element, field);
  const keeper = createFocusManager({ window, shadow, launcher } as unknown as PanelHost);
  return { shadow, launcher, frame, field, keeper };
}

afterEach(() => {
  document.body.replaceChildren();
});

describe('2.10 focus', () => {
  it('goes into the frame and comes back to the launcher', () => {
    const { shadow, launcher, frame, field, keeper } = setUp();
    field.focus();
    keeper.enter(frame);
    expect(shadow.activeElement).toBe(frame);
    keeper.leave();
    expect(shadow.activeElement).toBe(launcher);
  });

  it('is given anew to a page that came into the frame after it, and not when a person has moved it', () => {
    const { frame, field, shadow, keeper } = setUp();
    let times = 0;
    frame.addEventListener('focus', () => {
      times += 1;
    });
    keeper.enter(frame);
    keeper.renew(frame);
    expect([times, shadow.activeElement]).toEqual([2, frame]);
    field.focus();
    keeper.renew(frame);
    expect(document.activeElement).toBe(field);
  });

  it('comes back to where it was without a launcher', () => {
    const { frame, field, keeper } = setUp({ hasLauncher: false });
    field.focus();
    keeper.enter(frame);
    keeper.leave();
    expect(document.activeElement).toBe(field);
  });

  it('leaves the hidden frame also where what had it before does not take it', () => {
    const { frame, field, shadow, keeper } = setUp({ hasLauncher: false });
    field.focus();
    keeper.enter(frame);
    field.focus = () => undefined;
    keeper.leave();
    expect(shadow.activeElement).toBeNull();
  });

  it('stays where a person has moved it', () => {
    const { frame, field, keeper } = setUp();
    keeper.enter(frame);
    field.focus();
    keeper.leave();
    expect(document.activeElement).toBe(field);
  });
});
