// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { chooseOwnZone, startLocalTimes } from './localTimes';

function show(html: string, timeZone: string, locale = 'de-DE'): string {
  document.body.innerHTML = html;
  startLocalTimes(document, { timeZone, locale });
  return document.body.innerHTML;
}

it("FH-2: a moment is told in the reader's time zone, in the page's language, and stays machine-readable", () => {
  const moment = '<time datetime="2026-11-22T23:30:00.000Z" data-local="">2026-11-22 23:30 UTC</time>';
  const shown = show(moment, 'Asia/Tokyo');
  expect(shown).toContain('datetime="2026-11-22T23:30:00.000Z"');
  expect(shown).toContain('title="2026-11-22 23:30 UTC"');
  expect(shown.replaceAll(/\s/g, ' ')).toMatch(/>Nov 23, 2026, 8:30 AM<|>Nov 23, 2026, 8:30 AM</);
  expect(show(moment, 'Europe/Lisbon', 'en-GB').replaceAll(/\s/g, ' ')).toContain('>22 Nov 2026, 23:30<');
});

it('FH-2: of an age only the title changes, and what is no moment stays as it is', () => {
  const shown = show(
    '<time datetime="2026-11-22T23:30:00.000Z" title="2026-11-22 23:30 UTC" data-local="title">2 days ' +
      'ago</time><time datetime="soon" data-local="">soon</time><time datetime="2026-11-22">22 November</time>',
    'Asia/Tokyo',
  );
  expect(shown).toContain('>2 days ago<');
  expect(shown.replaceAll(/\s/g, ' ')).toContain('title="Nov 23, 2026, 8:30 AM"');
  expect(shown).toContain('>soon</time><time datetime="2026-11-22">22 November</time>');
});

it.each([
  ['', 'Asia/Tokyo', 'Asia/Tokyo'],
  ['', 'Mars/Base', ''],
  ['UTC', 'Asia/Tokyo', 'UTC'],
])('OW-26: a list of zones with “%s” for a reader of %s has “%s”', (stored, timeZone, expected) => {
  const options = ['', 'UTC', 'Asia/Tokyo'].map(
    (zone) => `<option${zone === stored ? ' selected' : ''}>${zone}</option>`,
  );
  document.body.innerHTML = `<select name="timeZone">${options.join('')}</select>`;
  chooseOwnZone(document, { timeZone });
  expect(document.querySelector('select')?.value).toBe(expected);
});
