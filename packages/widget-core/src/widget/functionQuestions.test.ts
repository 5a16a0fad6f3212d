// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createFunctionQuestions } from './functionQuestions';
import type { WidgetStore } from './widgetStore';

function setUp() {
  const view = createStore(() => ({ functionQuestion: undefined })) as unknown as WidgetStore;
  const questions = createFunctionQuestions(view, (name) => (name === 'pay' ? 'Pays your order' : undefined));
  const shown = () => view.getState().functionQuestion;
  const ask = (callId: string, confirm: string | true = true, args: object = {}, more: object = {}) => {
    const stop = new AbortController();
    const answer = questions.ask(
      { callId, function: { name: 'pay', args: args as never }, confirm, ...more } as never,
      stop.signal,
    );
    return { answer, stop };
  };
  return { questions, shown, ask };
}

describe('W-40 questions before a function runs', () => {
  it('are shown one at a time, in their order, and answered each for itself', async () => {
    const { questions, shown, ask } = setUp();
    const [first, second] = [ask('one'), ask('two')];
    expect(shown()?.callId).toBe('one');
    questions.answer('one', true);
    expect(shown()?.callId).toBe('two');
    questions.answer('two', false);
    expect(shown()).toBeUndefined();
    expect([await first.answer, await second.answer]).toEqual([true, false]);
  });

  it('go when their call is stopped, with its reason, and make room for the next', async () => {
    const { questions, shown, ask } = setUp();
    const [first, second] = [ask('one'), ask('two')];
    first.stop.abort(new Error('stopped'));
    await expect(first.answer).rejects.toThrow('stopped');
    expect(shown()?.callId).toBe('two');
    // An answer that comes too late is nobody's.
    questions.answer('one', true);
    second.stop.abort(new Error('stopped too'));
    await expect(second.answer).rejects.toThrow('stopped too');
    expect(shown()).toBeUndefined();
  });

  it('say the arguments in the words of the owner', () => {
    const { shown, ask } = setUp();
    void ask('one', 'Pay {amount} € to {shop}? {list}', { amount: 7, shop: 'Kiosk', list: [1] }).answer;
    expect(shown()).toMatchObject({ name: 'pay', text: 'Pay 7 € to Kiosk? {list}', args: { amount: 7 } });
  });

  it('have no words of their own where the owner gave none', () => {
    const { shown, ask } = setUp();
    void ask('one').answer;
    expect(shown()).toMatchObject({ name: 'pay', text: undefined });
  });

  it('EN-21: name the function by its title, and a tool of the server in the words of its owner', () => {
    const { questions, shown, ask } = setUp();
    void ask('one').answer;
    expect(shown()?.title).toBe('Pays your order');
    questions.answer('one', true);
    void ask('two', true, {}, { function: { name: 'Books a table', args: {} }, isApproval: true }).answer;
    expect(shown()?.title).toBe('Books a table');
    questions.answer('two', true);
    // A tool of the server never has the title of a function of the page.
    void ask('three', true, {}, { isApproval: true }).answer;
    expect(shown()?.title).toBe('pay');
    questions.answer('three', true);
    void ask('four', true, {}, { function: { name: 'other', args: {} } }).answer;
    expect(shown()?.title).toBeUndefined();
  });
});
