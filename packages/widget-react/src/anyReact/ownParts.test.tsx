import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react';
import { version, type ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ChatWidget } from '../ChatWidget';
import { useWidget } from '../hooks/useWidget';
import { useDraft } from '../hooks/useWidgetStore';
import type { Message } from '@sotto/widget-core';
import type { WidgetComponents } from '../parts/components';
import { createFakeWidget } from '../testing/fakeWidget';

// What is loaded when first needed takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** A message and the settings that it needs. */
interface Situation {
  readonly text?: string;
  readonly extra?: Partial<Message>;
  readonly config?: Readonly<Record<string, unknown>>;
}

const AT = { startedAt: 1_000, endedAt: 2_000 };

/**
 * What a message must say, or the widget must be, for each part to be met. Another part is no test until it stands
 * here.
 */
const MET_WITH: Record<keyof WidgetComponents, string | Situation> = {
  Paragraph: 'words',
  Heading: '# words',
  List: '- words',
  Quote: '> words',
  Table: '| a |\n|---|\n| b |',
  Code: '```js\na\n```',
  Math: '$$\na\n$$',
  Diagram: '```mermaid\nflowchart LR\n```',
  Media: '![words](https://chat.example.com/a.png)',
  Rule: 'a\n\n---\n\nb',
  Rich: '```card\ntitle: a\n```',
  Card: '```card\ntitle: a\n```',
  Carousel: '```carousel\n- title: a\n```',
  Buttons: '```buttons\n- caption: a\n```',
  Form: '```form\nfields:\n  - name: a\n```',
  Link: '[words](https://example.com)',
  Plain: `${'> '.repeat(40)}words`,
  Skeleton: '```card\ntitle: a',
  Launcher: '',
  TopBar: '',
  Composer: '',
  SendButton: '',
  AttachButton: { config: { attachments: true } },
  VoiceButton: { config: { voiceIn: true } },
  ComposerButtons: '',
  Message: 'words',
  Avatar: 'words',
  Actions: 'words',
  Welcome: '',
  Tool: {
    text: 'words',
    extra: { parts: [{ type: 'tool', callId: '1', name: 'search', state: 'done', ...AT }] },
    config: { verbose: true },
  },
  Reasoning: {
    text: 'words',
    extra: { parts: [{ type: 'reasoning', text: 'Hm', ...AT }] },
    config: { verbose: true },
  },
  Attachment: { text: 'words', extra: { attachments: [{ type: 'text/plain', localName: 'a.txt' }] } },
  Sources: { text: 'words', extra: { references: [{ source: 'manual' }] } },
  Header: '',
  Footer: '',
};

function setUp(
  components: Partial<WidgetComponents>,
  config: Readonly<Record<string, unknown>> = { layout: 'stretch' },
  isOpen = true,
) {
  const widget = createFakeWidget(config, { isOpen });
  return { widget, ...render(<ChatWidget widget={widget} components={components} />) };
}

describe(`parts of one's own in React ${version}`, () => {
  it('draws code, a card, and the cards of a carousel', async () => {
    const { widget, findByText, findAllByText } = setUp({
      Code: ({ block }) => <output>code: {block.text}</output>,
      Card: ({ card }) => <output>card: {card.title}</output>,
    });
    act(() => {
      widget.addMessage('bot', '```js\nbrew();\n```');
    });
    expect(await findByText('code: brew();')).toBeTruthy();
    act(() => {
      widget.addMessage('bot', '```card\ntitle: Roast\n```');
    });
    expect(await findByText('card: Roast')).toBeTruthy();
    act(() => {
      widget.addMessage('bot', '```carousel\nitems:\n  - title: House\n  - title: Dark\n```');
    });
    expect(await findAllByText(/card: (House|Dark)/)).toHaveLength(2);
  });

  it.each(Object.keys(MET_WITH) as (keyof WidgetComponents)[])('draws %s', async (part) => {
    const Own = (): ReactElement => <output>own {part}</output>;
    const met = MET_WITH[part];
    const { text = '', extra, config } = typeof met === 'string' ? { text: met } : met;
    const { widget, findAllByText } = setUp(
      { [part]: Own },
      part === 'Launcher' ? {} : { layout: 'stretch', ...config },
      part !== 'Launcher',
    );
    if (part === 'Skeleton')
      act(() => {
        widget.think();
        widget.write(text);
      });
    else if (text !== '')
      act(() => {
        widget.addMessage('bot', text, extra);
      });
    expect((await findAllByText(`own ${part}`)).length).toBeGreaterThan(0);
  });

  it('draws the launcher, the top bar, the text box and its button', async () => {
    function OwnComposer() {
      const widget = useWidget();
      const text = useDraft((draft) => draft.text);
      return (
        <input
          aria-label="Own box"
          value={text}
          onChange={(event) => {
            widget.draft.set(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void widget.conversation.send({ message: text });
          }}
        />
      );
    }
    const { widget, findByRole, getByRole } = setUp(
      {
        Launcher: ({ buttonRef, label, unread, onClick }) => (
          <button ref={buttonRef} type="button" onClick={onClick}>
            Ask ({label}, {unread})
          </button>
        ),
        TopBar: ({ onClose }) => (
          <button type="button" onClick={onClose}>
            Own close
          </button>
        ),
        Composer: OwnComposer,
      },
      {},
      false,
    );
    fireEvent.click(await findByRole('button', { name: 'Ask (Open chat, 0)' }));
    fireEvent.change(getByRole('textbox', { name: 'Own box' }), { target: { value: 'Hi' } });
    fireEvent.keyDown(getByRole('textbox', { name: 'Own box' }), { key: 'Enter' });
    expect(widget.sent).toEqual(['Hi']);
    fireEvent.click(getByRole('button', { name: 'Own close' }));
    expect(widget.view.getState().isOpen).toBe(false);
  });

  it('draws the button of the text box, which sends, and stops while the bot writes', async () => {
    const { widget, findByRole, getByRole } = setUp({
      SendButton: ({ buttonRef, does, isDisabled, onClick }) => (
        <button ref={buttonRef} type={does === 'send' ? 'submit' : 'button'} disabled={isDisabled} onClick={onClick}>
          {does} it
        </button>
      ),
    });
    fireEvent.change(await findByRole('textbox'), { target: { value: 'Hi' } });
    fireEvent.click(getByRole('button', { name: 'send it' }));
    expect(widget.sent).toEqual(['Hi']);
    act(() => {
      widget.think();
    });
    fireEvent.click(getByRole('button', { name: 'stop it' }));
    expect(widget.calls).toContain('stop');
  });
});

describe(`a question above the conversation in React ${version}`, () => {
  it('keeps what is behind it out of reach', async () => {
    const { widget, container, findByRole } = setUp({});
    await findByRole('textbox');
    const isInert = () => container.querySelector('.sotto-panel-content')?.hasAttribute('inert');
    expect(isInert()).toBe(false);
    act(() => {
      widget.view.setState({ isConfirmingRestart: true });
    });
    await waitFor(() => {
      expect(isInert()).toBe(true);
    });
  });
});
