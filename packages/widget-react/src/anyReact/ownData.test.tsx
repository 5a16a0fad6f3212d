import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react';
import { version } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWidget, type Widget } from '@sotto/widget-core';
import type { Transport } from '@sotto/widget-core/transports';
import { callback } from '@sotto/widget-core/transports';
import { browserEnvironment } from '@sotto/widget-core';
import { ChatWidget } from '../ChatWidget';
import { useAttachments } from '../hooks/useAttachments';
import { useComposer } from '../hooks/useComposer';
import { useMessage } from '../hooks/useMessage';
import { useWidgetEvent } from '../hooks/useWidget';
import { MessageList } from '../messages/list/MessageList';
import type { OwnParts, ToolPartProps } from '../parts/ownParts';
import { createFakeWidget } from '../testing/fakeWidget';
import { WidgetRoot } from '../WidgetScreen';
import { WidgetProvider } from '../WidgetProvider';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

function Order({ input, state, output, answer }: ToolPartProps) {
  return (
    <div>
      <output>
        order {JSON.stringify(input)} {state} {JSON.stringify(output)}
      </output>
      {answer && (
        <button
          type="button"
          onClick={() => {
            answer({ paid: true });
          }}
        >
          Pay
        </button>
      )}
    </div>
  );
}

const PARTS: OwnParts = {
  tool: { getOrder: Order },
  data: {
    weather: ({ name, value }) => (
      <output>
        {name}: {JSON.stringify(value)}
      </output>
    ),
  },
};

describe(`FI-8 parts for tools and data in React ${version}`, () => {
  it('draws a tool with its input, state and output, though the widget shows no tools', async () => {
    const widget = createFakeWidget({ layout: 'stretch', verbose: false });
    const { findByText, queryByText } = render(<ChatWidget widget={widget} parts={PARTS} />);
    act(() => {
      widget.addMessage('bot', 'Here it is.', {
        parts: [
          {
            type: 'tool',
            callId: '1',
            name: 'getOrder',
            state: 'done',
            input: { id: 7 },
            output: 'sent',
            startedAt: 1,
          },
          { type: 'tool', callId: '2', name: 'toString', title: 'Hidden', state: 'done', startedAt: 1 },
          { type: 'text', text: 'Here it is.' },
        ],
      });
    });
    expect(await findByText('order {"id":7} done "sent"')).toBeTruthy();
    expect(queryByText('Hidden')).toBeNull();
  });

  it('draws data below the text, the last value of each name', async () => {
    const widget = createFakeWidget({ layout: 'stretch' });
    const { findByText, container } = render(<ChatWidget widget={widget} parts={PARTS} />);
    act(() => {
      widget.addMessage('bot', 'Sunny.', { meta: { data: { weather: { celsius: 21 }, constructor: 1 } } });
    });
    expect(await findByText('weather: {"celsius":21}')).toBeTruthy();
    expect(container.querySelectorAll('.sotto-own-part')).toHaveLength(1);
  });

  it('waits for the answer of a part when a function has no handler, and goes on with it', async () => {
    const asked: unknown[] = [];
    const transport: Transport = callback(async function* ({ trigger, messages }) {
      if (trigger === 'functions') {
        asked.push(messages.at(-1)?.parts?.find((part) => part.type === 'tool')?.output);
        yield 'Thank you.';
      } else yield { type: 'call', callId: 'call-1', name: 'getOrder', input: { id: 7 } };
    });
    let widget: Widget | undefined;
    const { findByText, findByRole, queryByRole } = render(
      <ChatWidget
        parts={PARTS}
        create={() => {
          widget = createWidget({
            id: 'own-data',
            transport,
            environment: browserEnvironment(window),
            config: { layout: 'stretch', functions: { getOrder: { description: 'Shows an order' } } },
          });
          return widget;
        }}
      />,
    );
    await waitFor(() => {
      expect(widget).toBeDefined();
    });
    const reply = widget?.conversation.send({ message: 'My order' });
    fireEvent.click(await findByRole('button', { name: 'Pay' }));
    expect((await reply)?.text).toBe('Thank you.');
    expect(asked).toEqual([{ paid: true }]);
    expect(await findByText('order {"id":7} done {"paid":true}')).toBeTruthy();
    expect(queryByRole('button', { name: 'Pay' })).toBeNull();
  });
});

describe(`FI-8 hooks and messages of one's own in React ${version}`, () => {
  it('draws a message around what the widget draws, and alone', async () => {
    const widget = createFakeWidget({ layout: 'stretch' });
    const { findByText, container } = render(
      <ChatWidget
        widget={widget}
        components={{
          Message: ({ speaker, isNewest, children }) =>
            speaker === 'user' ? (
              <b>mine only</b>
            ) : (
              <section aria-label={`newest ${String(isNewest)}`}>{children}</section>
            ),
        }}
      />,
    );
    act(() => {
      widget.addMessage('user', 'Question');
      widget.addMessage('bot', 'Answer');
    });
    expect(await findByText('mine only')).toBeTruthy();
    const answer = await findByText('Answer', { selector: 'p' });
    expect(answer.closest('section[aria-label="newest true"]')).toBeTruthy();
    expect(container.textContent).not.toContain('Question');
  });

  it('gives a list messages written in place, which know theirs by useMessage', async () => {
    const widget = createFakeWidget({ layout: 'stretch' });
    const seen = vi.fn();
    function Bubble() {
      const { text, status, parts, castVote, vote } = useMessage();
      return (
        <button
          type="button"
          onClick={() => {
            castVote('up');
          }}
        >
          {text} {status} {parts.length} {vote}
        </button>
      );
    }
    function Screen() {
      useWidgetEvent('receive', seen);
      return <MessageList renderMessage={({ speaker }) => (speaker === 'bot' ? <Bubble /> : <i>visitor</i>)} />;
    }
    const { findByText, getByRole } = render(
      <WidgetProvider widget={widget}>
        <WidgetRoot>
          <Screen />
        </WidgetRoot>
      </WidgetProvider>,
    );
    act(() => {
      widget.think('reply');
    });
    expect(await findByText('thinking 0')).toBeTruthy();
    act(() => {
      widget.write('Hel');
    });
    expect(await findByText('Hel writing 1')).toBeTruthy();
    act(() => {
      widget.finish();
    });
    fireEvent.click(getByRole('button', { name: 'Hel complete 1' }));
    expect(await findByText('Hel complete 1 up')).toBeTruthy();
  });

  it('builds a text box and a list of files from hooks', async () => {
    const widget = createFakeWidget({ layout: 'stretch', attachments: true });
    function Box() {
      const composer = useComposer();
      const files = useAttachments();
      return (
        <>
          <input
            aria-label="Own box"
            value={composer.text}
            onChange={(event) => {
              composer.setText(event.target.value);
            }}
          />
          <button
            type="button"
            disabled={composer.does === 'send' && !composer.canSend}
            onClick={composer.does === 'send' ? composer.send : composer.stop}
          >
            {composer.does}
          </button>
          <input
            type="file"
            aria-label="Files"
            onChange={(event) => {
              files.add(event.target.files ?? []);
            }}
          />
        </>
      );
    }
    const { findByLabelText, getByRole, getByLabelText } = render(
      <ChatWidget widget={widget} components={{ Composer: Box }} />,
    );
    const box = await findByLabelText('Own box');
    expect(getByRole('button', { name: 'send' })).toHaveProperty('disabled', true);
    fireEvent.change(box, { target: { value: ' Hi ' } });
    fireEvent.click(getByRole('button', { name: 'send' }));
    expect(widget.sent).toEqual(['Hi']);
    act(() => {
      widget.think();
    });
    fireEvent.click(getByRole('button', { name: 'stop' }));
    expect(widget.calls).toContain('stop');
    fireEvent.change(getByLabelText('Files'), { target: { files: [new File(['a'], 'a.txt')] } });
    expect(widget.calls).toContain('addFiles a.txt');
  });
});
