import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWidget } from '../../testing/renderWidget';
import { CarouselPart } from './CarouselPart';

const item = (title: string) => ({ title, buttons: [] });

describe('W-20 a carousel', () => {
  it('has at least three places and says what it is', () => {
    const { container, getByRole, getAllByRole } = renderWidget(<CarouselPart items={[item('Sea view')]} />);
    expect(getByRole('region', { name: 'Sea view' }).getAttribute('aria-roledescription')).toBe('carousel');
    expect(container.querySelectorAll('.sotto-carousel-item')).toHaveLength(3);
    expect(getAllByRole('article')).toHaveLength(1);
    expect(getByRole('group', { name: '1 of 1' }).getAttribute('aria-roledescription')).toBe('slide');
  });

  it('adds no empty place to four items', () => {
    const { container } = renderWidget(<CarouselPart items={['a', 'b', 'c', 'd'].map(item)} />);
    expect(container.querySelectorAll('.sotto-carousel-item')).toHaveLength(4);
    expect(container.querySelector('.sotto-carousel-empty')).toBeNull();
  });

  it('moves by the arrow keys, Home and End, and keeps those keys from the conversation', () => {
    const { container } = renderWidget(<CarouselPart items={['a', 'b', 'c'].map(item)} />);
    const track = container.querySelector<HTMLElement>('.sotto-carousel-track');
    if (!track) throw new Error('there is no track');
    const scrollTo = vi.spyOn(track, 'scrollTo');
    const onKeyDown = vi.fn();
    container.addEventListener('keydown', onKeyDown);
    fireEvent.keyDown(track, { key: 'ArrowRight' });
    fireEvent.keyDown(track, { key: 'Home' });
    fireEvent.keyDown(track, { key: 'Escape' });
    expect(scrollTo).toHaveBeenCalledTimes(2);
    expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, behavior: 'smooth' });
    expect(onKeyDown.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toContain('Escape');
  });

  it('moves on by the left arrow key where the text runs from right to left', () => {
    const { container } = renderWidget(<CarouselPart items={['a', 'b', 'c'].map(item)} />);
    const track = container.querySelector<HTMLElement>('.sotto-carousel-track');
    if (!track) throw new Error('there is no track');
    track.style.direction = 'rtl';
    Object.defineProperties(track, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
    const scrollTo = vi.spyOn(track, 'scrollTo');
    fireEvent.keyDown(track, { key: 'ArrowLeft' });
    expect(scrollTo.mock.lastCall).toMatchObject([{ left: expect.toSatisfy((left: number) => left < 0) }]);
  });

  it('can be moved towards what is not seen only', () => {
    const { container, getByRole } = renderWidget(<CarouselPart items={['a', 'b', 'c'].map(item)} />);
    const track = container.querySelector<HTMLElement>('.sotto-carousel-track');
    if (!track) throw new Error('there is no track');
    Object.defineProperties(track, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
    const ends = (left: number): (string | null)[] => {
      track.scrollLeft = left;
      fireEvent.scroll(track);
      return ['Previous', 'Next'].map((name) => getByRole('button', { name }).getAttribute('aria-disabled'));
    };
    expect([ends(0), ends(300), ends(600)]).toEqual([
      ['true', null],
      [null, null],
      [null, 'true'],
    ]);
  });

  it('does not glide for those who asked for less motion', () => {
    const { container, widget, change } = renderWidget(<CarouselPart items={['a', 'b', 'c'].map(item)} />);
    change(() => {
      widget.view.setMedia({ reducedMotion: true });
    });
    const track = container.querySelector<HTMLElement>('.sotto-carousel-track');
    if (!track) throw new Error('there is no track');
    const scrollTo = vi.spyOn(track, 'scrollTo');
    fireEvent.keyDown(track, { key: 'End' });
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ behavior: 'instant' }));
  });

  it('VI-22: runs in the direction of its titles', () => {
    const { container } = renderWidget(<CarouselPart items={[{ buttons: [] }, item('עט נובע'), item('Pen')]} />);
    expect(container.querySelector('.sotto-carousel')?.getAttribute('dir')).toBe('rtl');
  });
});
