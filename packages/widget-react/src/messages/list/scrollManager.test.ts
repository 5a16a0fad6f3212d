import { describe, expect, it } from 'vitest';
import { isFollowing, scrollManager, SCROLL_START, type ScrollEvent, type ScrollModel } from './scrollManager';

const at = (top: number, height = 2000) => ({ top, height, view: 500 });
const after = (model: ScrollModel, ...events: ScrollEvent[]): ScrollModel => events.reduce(scrollManager, model);
const BOTTOM: ScrollModel = { state: 'anchored', position: at(1500) };

describe('W-31 following the newest text', () => {
  it('follows from the start and while at the bottom', () => {
    expect(isFollowing(SCROLL_START.state)).toBe(true);
    expect(after(BOTTOM, { type: 'scrolled', position: at(1600, 2100) }).state).toBe('anchored');
  });

  it('stops at once when the reader pulls up, before anything has moved', () => {
    expect(after(BOTTOM, { type: 'pulled-up', position: at(1500) }).state).toBe('stopped');
  });

  it('stops at once on an upward scroll, however small the distance beyond 10 px', () => {
    expect(after(BOTTOM, { type: 'scrolled', position: at(1489) }).state).toBe('stopped');
    expect(after(BOTTOM, { type: 'scrolled', position: at(1491) }).state).toBe('anchored');
  });

  it('does not take a list that changed its size for a reader', () => {
    expect(after(BOTTOM, { type: 'scrolled', position: at(1400, 2300) }).state).toBe('anchored');
    expect(after(BOTTOM, { type: 'scrolled', position: at(1300, 1800) }).state).toBe('anchored');
    expect(after(BOTTOM, { type: 'scrolled', position: { top: 1400, height: 2000, view: 300 } }).state).toBe(
      'anchored',
    );
  });

  it('takes a jump for a reader, also when the list changes its size on the way: find-in-page, a link', () => {
    expect(after(BOTTOM, { type: 'scrolled', position: at(200, 2300) }).state).toBe('stopped');
    expect(after(BOTTOM, { type: 'scrolled', position: at(600, 1900) }).state).toBe('stopped');
  });

  it('never follows while the reader is above, however much text comes', () => {
    const reading = after(BOTTOM, { type: 'scrolled', position: at(1000) });
    expect(
      after(reading, { type: 'scrolled', position: at(1000, 9000) }, { type: 'checked', position: at(1000, 9000) })
        .state,
    ).toBe('stopped');
  });

  it('takes the reader back within 100 px, by the two-second check and after an interaction, and not before', () => {
    const above = after(BOTTOM, { type: 'scrolled', position: at(1300) });
    expect(after(above, { type: 'checked', position: at(1399) }).state).toBe('stopped');
    expect(after(above, { type: 'checked', position: at(1400) }).state).toBe('anchored');
    const down = after(above, { type: 'scrolled', position: at(1420) });
    expect(down.state).toBe('interacting');
    expect(isFollowing(down.state)).toBe(false);
    expect(after(down, { type: 'interaction-ended', position: at(1420) }).state).toBe('anchored');
    expect(after(down, { type: 'interaction-ended', position: at(1300) }).state).toBe('stopped');
  });

  it('is anchored again as soon as the bottom is reached or asked for', () => {
    const above = after(BOTTOM, { type: 'scrolled', position: at(300) });
    expect(after(above, { type: 'scrolled', position: at(1495) }).state).toBe('anchored');
    expect(after(above, { type: 'jumped' }).state).toBe('anchored');
  });

  it('does nothing when switched off', () => {
    const off = after(BOTTOM, { type: 'switched', isEnabled: false });
    expect(after(off, { type: 'jumped' }, { type: 'scrolled', position: at(1500) }).state).toBe('disabled');
    expect(after(off, { type: 'switched', isEnabled: true }).state).toBe('neutral');
  });
});
