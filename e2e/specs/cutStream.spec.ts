import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, hasMessages, occurrences, sees } from '../chat';
import { isEverything, some } from '../everything';
import { startFaultProxy, type FaultProxy } from '../faults/faultProxy';
import { PATIENCE_MS, useDemoChat } from '../useDemoChat';
import { useStack } from '../useStack';

const COMPLETE = /^POST \S*\/complete$/;
/** A call that goes on with a reply. */
const RESUME = /^(?:GET|POST) \S*\/complete$/;

const { browser, stack } = await useStack();
const openChat = useDemoChat(browser);

function timesAsked(question: string): number {
  return stack.model.questions.filter((each) => each.includes(question)).length;
}

describe('F101 F103 F201 a stream that is cut on its way to the browser', () => {
  const TEXT = ['A letter of ', 'three bytes: ', '€, and one of ', 'four: 🦀. ', 'The end.'];
  let proxy: FaultProxy;
  beforeAll(async () => {
    proxy = await startFaultProxy(stack.origin);
  });
  afterAll(() => proxy.close());

  const cuts: [when: string, cuts: number[]][] = [
    ['F201 before its first byte, when the server has done its work', [0]],
    ['F103 four times in one reply', [150, 90, 210, 60]],
    ['F101 after one byte', [1]],
    ['F101 between two events', [400]],
  ];
  it.each(some(cuts, 2))('%s: the reply is there once, whole', async (_when, after) => {
    stack.model.script = TEXT.flatMap((text) => [text, { wait: 60 }]);
    const line = proxy.line('');
    const hits = line.hits;
    const chat = await openChat(proxy.origin);
    line.next(...after.map((cutAfter, index) => ({ path: index === 0 ? COMPLETE : RESUME, cutAfter })));
    const question = `Is it whole after ${after.join(', ')}?`;
    await chat.ask(question);
    await sees(chat.messages.last(), TEXT.join(''));
    await chat.answered();
    expect(line.hits - hits).toBe(after.length);
    await hasMessages(chat, 2);
    expect(await occurrences(chat, TEXT.join(''))).toBe(1);
    expect(timesAsked(question)).toBe(1);
    await chat.page.reload();
    await chat.open();
    await hasMessages(chat, 2);
    await sees(chat.messages.last(), TEXT.join(''));
  });

  if (isEverything)
    it('F204 a line that goes in the middle of a reply and comes back: it goes on by itself', async () => {
      stack.model.script = ['Half of ', 'hold', 'it.'];
      const line = proxy.line('');
      const chat = await openChat(proxy.origin);
      await chat.ask('Are you still there?');
      await sees(chat.messages.last(), 'Half of');
      line.setDown(true);
      stack.model.release();
      await eventually(() => {
        expect(Date.now() - line.cutAt).toBeGreaterThan(2_000);
      });
      line.setDown(false);
      await chat.messages.last().getByText('Half of it.').waitFor({ timeout: PATIENCE_MS });
      await chat.answered();
      await hasMessages(chat, 2);
      expect(timesAsked('Are you still there?')).toBe(1);
    });
});
