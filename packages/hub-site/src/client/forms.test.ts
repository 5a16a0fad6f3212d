// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { startForms } from './forms';

startForms(document);

/** Submits the form and returns whether it is sent. */
function submit(): boolean {
  return (
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })) === true
  );
}

describe('forms of every page', () => {
  beforeEach(() => {
    document.body.innerHTML = '';
  });

  it('are not sent twice while the first answer is awaited', () => {
    document.body.innerHTML = '<form method="post" action="/account"></form>';
    expect([submit(), submit()]).toEqual([true, false]);
  });

  it('SV-19 download as often as the button is pressed: the page stays', () => {
    document.body.innerHTML = '<form method="post" action="/v1/contact/export" data-download="true"></form>';
    expect([submit(), submit()]).toEqual([true, true]);
  });
});
