import { describe, expect, it } from 'vitest';
import { createLedger } from './ledger';
import { between, createRandom } from './random';
import { rounds, useFaults } from './useFaults';
import { until } from './visitor';

const COMPLETE = /complete$/;
const faults = useFaults();

/** What a conversation says when every question was asked once and answered with `Hello.` */
const answered = (...questions: string[]): string[] =>
  questions.flatMap((question) => [`user: ${question}`, 'bot: Hello.']);

describe('F201 answers of the server that never arrive', () => {
  it('one message, one answer, one question to the model', async () => {
    const ledger = createLedger('F201', 'response lost after the server did its work');
    const asked = faults.stack.model.questions.length;
    const random = createRandom(201);
    const count = rounds(100, 60);
    await faults.times(count, async (index) => {
      const { visitor, page } = await faults.arrive();
      // Lost before the first byte, after a few, or twice; or the session that was made first.
      const faultsOfTry =
        [
          [{ path: COMPLETE, cutAfter: 0 }],
          [{ path: COMPLETE, cutAfter: between(random, 1, 80) }],
          [
            { path: COMPLETE, cutAfter: 0 },
            { path: COMPLETE, cutAfter: 0 },
          ],
          [{ path: /session\/create$/, cutAfter: 0 }],
          [{ path: COMPLETE, isRefused: true }],
        ][index % 5] ?? [];
      visitor.line.next(...faultsOfTry);
      await page.widget.conversation.send({ message: 'Once.' });
      ledger.recoveries.push(Date.now() - visitor.line.cutAt);
      await page.settled();
      expect(visitor.line.hits).toBe(faultsOfTry.length);
      ledger.compare(answered('Once.'), page.texts(), await visitor.stored());
    });
    ledger.close();
    expect(faults.stack.model.questions.length - asked).toBe(count);
  });

  it('a stored message without a reply, too', async () => {
    const ledger = createLedger('F201', 'response lost, message without a reply');
    await faults.times(5, async () => {
      const { visitor, page } = await faults.arrive();
      visitor.line.next({ path: /message\/create$/, cutAfter: 0 });
      await page.widget.conversation.send({ message: 'For the record.', respond: false });
      await page.settled();
      ledger.compare(['user: For the record.'], page.texts(), await visitor.stored());
    });
    ledger.close();
  });
});

describe('F203 sends at the same moment', () => {
  it('of two tabs, twice each: every message once, one after the other, in both tabs', async () => {
    const ledger = createLedger('F203', 'two tabs send at the same moment');
    await faults.times(
      rounds(40, 10),
      async () => {
        const { visitor, page: first } = await faults.arrive();
        await first.widget.conversation.send({ message: 'Before.' });
        const second = await visitor.openTab();
        await second.reads(2);
        const sends = [first, second, first, second].map((page, index) =>
          page.widget.conversation.send({ message: `At once ${String(index)}.` }),
        );
        await Promise.all(sends);
        await Promise.all([first.settled(), second.settled()]);
        await Promise.all([first.reads(10), second.reads(10)]);
        const stored = await visitor.stored();
        const sent = [
          ...answered('Before.'),
          ...[0, 1, 2, 3].flatMap((index) => answered(`At once ${String(index)}.`)),
        ];
        ledger.compare(sent, first.texts(), stored);
        ledger.compare(sent, second.texts(), stored);
      },
      5,
    );
    ledger.close();
  });
});

describe('F204 F206 no connection', () => {
  it('F204 three messages sent offline, a reload, and online again: each goes out once, in order', async () => {
    const ledger = createLedger('F204', 'sent offline, page reloaded, back online');
    await faults.times(rounds(40, 10), async (index) => {
      const { visitor, page } = await faults.arrive();
      if (index % 2 === 0) await page.widget.conversation.send({ message: 'Before.' });
      visitor.browser.setOnline(false);
      for (const message of ['One.', 'Two.', 'Three.'])
        page.widget.conversation.send({ message }).catch(() => undefined);
      await until(
        () =>
          Object.values(page.widget.conversation.getState().deliveries).filter(({ state }) => state === 'waiting')
            .length === 3,
      );
      await page.reload();
      const at = Date.now();
      visitor.browser.setOnline(true);
      await page.reads(index % 2 === 0 ? 8 : 6);
      ledger.recoveries.push(Date.now() - at);
      await page.settled();
      ledger.compare(
        answered(...(index % 2 === 0 ? ['Before.'] : []), 'One.', 'Two.', 'Three.'),
        page.texts(),
        await visitor.stored(),
      );
    });
    ledger.close();
  });

  it('F206 a tab that dies right after Enter: the message is there once when the page is opened again', async () => {
    const ledger = createLedger('F206 F105', 'tab killed right after the send');
    const random = createRandom(206);
    await faults.times(rounds(60, 20), async () => {
      const { visitor, page } = await faults.arrive();
      await page.widget.conversation.send({ message: 'Before.' });
      page.widget.conversation.send({ message: 'And then.' }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, 40)));
      // Killed: no event of the page, its requests cut, its lock free.
      visitor.line.setDown(true);
      page.widget.close();
      visitor.line.setDown(false);
      await page.reload();
      await page.reads(4);
      await page.settled();
      ledger.compare(answered('Before.', 'And then.'), page.texts(), await visitor.stored());
    });
    ledger.close();
  });
});

describe('F205 an upload that is cut', () => {
  it('says so and keeps text and file; another try sends both once', async () => {
    const ledger = createLedger('F205', 'upload cut');
    await faults.times(
      rounds(20, 5),
      async () => {
        const { visitor, page } = await faults.arrive();
        visitor.line.next({ path: /upload$/, isRefused: true });
        await page.widget.preload();
        await page.widget.draft.addFiles([new File(['month,sold\nMay,12\n'], 'report.csv', { type: 'text/csv' })]);
        const files = () => page.widget.view.getState().files;
        await until(() => files()[0]?.state === 'failed');
        await expect(page.widget.draft.send('What is in it?')).rejects.toThrow();
        expect(await visitor.stored()).toEqual([]);
        await page.widget.draft.retryFile(files()[0]?.id ?? '');
        await page.widget.draft.send('What is in it?');
        await page.reads(2);
        await page.settled();
        ledger.compare(answered('What is in it?'), page.texts(), await visitor.stored());
        expect(faults.stack.model.prompts.at(-1)).toContain('May,12');
      },
      5,
    );
    ledger.close();
  });
});
