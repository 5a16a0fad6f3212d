import { plainNames, visitorsNames, writeTranscript } from '../../content/transcript';
import type { WidgetCore } from '../widgetCore';

/** Exports the shown conversation as a text file, for a program or for the visitor. */
export function exportTranscript(
  { view, config, conversation, readVisible, options }: WidgetCore,
  reader: 'program' | 'visitor' = 'program',
): { fileName: string; text: string } {
  const { words, language } = view.getState();
  return writeTranscript(
    readVisible(),
    reader === 'visitor'
      ? visitorsNames(words.title || config.getState().barTitle, words.you, language, options.environment.clock.now())
      : plainNames(conversation.store.getState().conversationId),
  );
}
