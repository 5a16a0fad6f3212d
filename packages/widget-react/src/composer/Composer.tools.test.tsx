import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WaitingFile } from '@sotto/widget-core';
import { DICTATION_SILENCE_MS } from '@sotto/widget-core/internal';
import type { Recognizer } from '../hooks/dictation';
import { renderWidget } from '../testing/renderWidget';
import { Composer } from './Composer';

const FILE: WaitingFile = {
  id: 'file-0001',
  name: 'quarterly-report-2026.pdf',
  type: 'application/pdf',
  size: 240_000,
  localAddress: undefined,
  state: 'uploading',
  progress: 0.4,
  problem: undefined,
};
const panel = (
  <div className="sotto-panel">
    <Composer />
  </div>
);

describe('W-25 files in the composer', () => {
  it('has no button unless the owner switched it on', () => {
    const { queryByRole } = renderWidget(panel);
    expect(queryByRole('button', { name: 'Attach a file' })).toBeNull();
  });

  it('takes files by button, by drop and by paste', async () => {
    const { widget, findByRole, getByRole, container } = renderWidget(panel, { attachments: true });
    await findByRole('button', { name: 'Attach a file' });
    const input = container.querySelector('input[type="file"]') as HTMLInputElement;
    expect(input.accept.split(',')).toEqual(expect.arrayContaining(['.png', '.docx', '.yaml', '.html']));
    fireEvent.change(input, { target: { files: [new File(['a'], 'chosen.png')] } });
    const transfer = (name: string, ...types: string[]) => ({
      types: ['Files', ...types],
      files: [new File(['a'], name)],
    });
    fireEvent.dragEnter(getByRole('textbox'), { dataTransfer: transfer('dropped.png') });
    expect(container.querySelector('.sotto-drop')?.textContent).toBe('Drop files here');
    fireEvent.drop(getByRole('textbox'), { dataTransfer: transfer('dropped.png') });
    expect(container.querySelector('.sotto-drop')).toBeNull();
    fireEvent.paste(getByRole('textbox'), { clipboardData: transfer('pasted.png') });
    fireEvent.paste(getByRole('textbox'), { clipboardData: transfer('copied-words.png', 'text/plain') });
    expect(widget.calls).toEqual(['addFiles chosen.png', 'addFiles dropped.png', 'addFiles pasted.png']);
  });

  it('shows how far each file is, and lets it be taken away or tried again', async () => {
    const { widget, findByRole, getByRole, queryByRole, change } = renderWidget(
      panel,
      { attachments: true },
      { files: [FILE] },
    );
    const ring = await findByRole('progressbar', { name: 'Uploading quarterl…rt-2026.pdf' });
    expect(ring.getAttribute('aria-valuenow')).toBe('40');
    change(() => {
      widget.view.setState({ files: [{ ...FILE, state: 'failed', problem: 'No connection' }] });
    });
    fireEvent.click(getByRole('button', { name: 'Try again: quarterl…rt-2026.pdf' }));
    expect(widget.calls).toContain('retryFile file-0001');
    fireEvent.click(getByRole('button', { name: 'Remove quarterl…rt-2026.pdf' }));
    expect(queryByRole('list')).toBeNull();
  });

  it('sends files without a text, and can be called back while they are uploaded', async () => {
    const { widget, getByRole, findByRole } = renderWidget(panel, { attachments: true }, { files: [FILE] });
    let signal: AbortSignal | undefined;
    const send = vi.spyOn(widget.draft, 'send').mockImplementation((_, given) => {
      signal = given;
      return new Promise((_resolve, reject) => {
        given?.addEventListener('abort', () => {
          reject(new Error('stopped'));
        });
      });
    });
    fireEvent.click(getByRole('button', { name: 'Send' }));
    expect(send).toHaveBeenCalledTimes(1);
    expect((getByRole('textbox') as HTMLTextAreaElement).readOnly).toBe(true);
    fireEvent.click(getByRole('button', { name: 'Cancel' }));
    expect(signal?.aborted).toBe(true);
    expect(await findByRole('button', { name: 'Send' })).toBeTruthy();
  });
});

describe('FT-7 Enter while files are uploaded', () => {
  it('FT-7: sends nothing a second time', () => {
    const { widget, getByRole } = renderWidget(panel, { attachments: true }, { files: [FILE] });
    const send = vi.spyOn(widget.draft, 'send').mockReturnValue(new Promise(() => undefined));
    const box = getByRole('textbox');
    fireEvent.change(box, { target: { value: 'See the report' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(widget.sent).toEqual([]);
  });
});

describe('W-26 voice in the composer', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function setUp() {
    const recognizers: Recognizer[] = [];
    vi.stubGlobal(
      'webkitSpeechRecognition',
      class {
        constructor() {
          recognizers.push(this as unknown as Recognizer);
        }
        start(): void {
          /* hears when told */
        }
        abort(): void {
          /* nothing runs */
        }
      },
    );
    const screen = renderWidget(panel, { voiceIn: true });
    const button = await screen.findByRole('button', { name: 'Speak' });
    fireEvent.click(button);
    // What listens is loaded with the first press.
    await vi.waitFor(() => {
      expect(recognizers).toHaveLength(1);
    });
    vi.useFakeTimers();
    const speak = (transcript: string): void => {
      act(() => {
        recognizers.at(-1)?.onresult?.({ results: [[{ transcript }]] });
      });
    };
    return { ...screen, button, recognizers, say: speak, box: screen.getByRole('textbox') as HTMLTextAreaElement };
  }

  it('writes what it hears and sends it after two seconds of silence', async () => {
    const { say: speak, box, widget, button } = await setUp();
    expect(button.getAttribute('aria-pressed')).toBe('true');
    speak('Where is my order');
    expect(box.value).toBe('Where is my order');
    act(() => {
      vi.advanceTimersByTime(DICTATION_SILENCE_MS - 1);
    });
    expect(widget.sent).toEqual([]);
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(widget.sent).toEqual(['Where is my order']);
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('stops when the visitor types over it', async () => {
    const { say: speak, box, widget, button } = await setUp();
    speak('Where');
    fireEvent.change(box, { target: { value: 'Where is it?' } });
    act(() => {
      vi.advanceTimersByTime(DICTATION_SILENCE_MS * 2);
    });
    expect(widget.sent).toEqual([]);
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('logs an error, says why, and stops', async () => {
    const { recognizers, widget, button } = await setUp();
    const warn = vi.spyOn(widget, 'warn');
    act(() => {
      recognizers[0]?.onerror?.({ error: 'not-allowed' });
    });
    expect(warn).toHaveBeenCalledWith('Speech recognition failed (not-allowed).');
    expect(widget.view.getState().toasts[0]?.text).toBe('The microphone is not available.');
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('is not shown where the browser cannot listen', async () => {
    const { queryByRole } = renderWidget(panel, { voiceIn: true });
    await waitFor(() => import('./VoiceButton'));
    expect(queryByRole('button', { name: 'Speak' })).toBeNull();
  });
});
