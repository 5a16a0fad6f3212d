import { MESSAGE_TEXT_MAX_LENGTH, type Integration, type JsonObject } from '@sotto/widget-core/api';
import { readLayoutWord, resolveOwnerTheme } from '@sotto/widget-core/internal/config';
import { SERVER_SETTINGS } from '@sotto/widget-core/internal/server';
import type { Widget } from '../db/queries/hub/widgetQueries';
import type { SpokenReplies } from './conversations/spokenReplies';
import type { Attachments } from '../uploads/attachments';
import { showsReasoning } from './replies/replyParts';

/** Settings for the loader's launcher (config.json, config.mjs). */
export interface LoaderConfig {
  /** Version of this format. */
  v: number;
  id: string;
  layout: string;
  position: string;
  colorScheme: string;
  theme: JsonObject;
  buttonIcon?: string | null | undefined;
  buttonTitle?: string | null | undefined;
  barTitle?: string | null | undefined;
  hideButton: boolean;
  disabled: boolean;
  language?: string | null | undefined;
  voiceIn: boolean;
  voiceOut: boolean;
  peek: boolean;
  /** Version of the server, for debugging. */
  server?: string | undefined;
}

/** Settings that are never sent to browsers (contract 4.1). */
const SERVER_ONLY = new Set<string>([
  'bot',
  'model',
  'backstory',
  'skillsets',
  'datasets',
  'allowedOrigins',
  'imageOrigins',
  'formOrigins',
  'sessionDuration',
  'interactionMaxMessages',
  'reasoning',
  ...Object.keys(SERVER_SETTINGS),
]);

/** The public settings of a widget, and the capabilities of this server. */
export function toIntegration(
  widget: Widget,
  {
    attachments,
    spokenReplies,
  }: { attachments: Pick<Attachments, 'limits'>; spokenReplies: Pick<SpokenReplies, 'isPossible'> },
): Integration {
  return {
    integrationId: widget.id,
    version: widget.version,
    updatedAt: widget.updatedAt,
    config: {
      ...publicConfig(widget.config),
      ...(showsReasoning(widget) && { reasoning: widget.config['reasoning'] }),
      theme: { ...resolveOwnerTheme(widget.config['theme']).whole },
      barTitle: widgetTitle(widget),
    },
    allowedOrigins: widget.allowedOrigins,
    imageOrigins: widget.imageOrigins,
    formOrigins: widget.formOrigins,
    languages: widget.languages,
    features: { synthesize: spokenReplies.isPossible, unfurl: true, upload: true, live: true, threads: 'verified' },
    limits: {
      attachmentMaxBytes: attachments.limits.maxBytes,
      attachmentsPerMessage: attachments.limits.perMessage,
      textMaxLength: MESSAGE_TEXT_MAX_LENGTH,
    },
  };
}

/** Settings for the loader's launcher. */
export function toLoaderConfig(widget: Widget): LoaderConfig {
  const { config } = widget;
  const text = (name: string): string | undefined => (typeof config[name] === 'string' ? config[name] : undefined);
  // An empty field of the studio is a setting that nobody has set.
  const filled = (name: string): string | null => (config[name] === '' ? null : (text(name) ?? null));
  const initial = text('initial') ?? '';
  return {
    v: widget.version,
    id: widget.id,
    layout: readLayoutWord(config['layout']),
    position: text('position') ?? 'bottom-right',
    colorScheme: text('colorScheme') ?? 'auto',
    theme: { ...resolveOwnerTheme(config['theme']).launcher },
    buttonIcon: filled('buttonIcon'),
    buttonTitle: filled('buttonTitle'),
    barTitle: widgetTitle(widget),
    hideButton: config['hideButton'] === true,
    disabled: config['disabled'] === true,
    language: text('language') ?? widget.languages[0] ?? null,
    voiceIn: config['voiceIn'] === true,
    voiceOut: config['voiceOut'] === true,
    peek: config['messagePeek'] !== false && initial.trim() !== '',
  };
}

/** What visitors read above the chat: the title, or the widget's name where there is none. */
export function widgetTitle({ config, name }: Widget): string {
  const title = config['barTitle'];
  return typeof title === 'string' && title.trim() !== '' ? title : name;
}

/** A widget's settings without server-only ones. */
export function publicConfig(config: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !SERVER_ONLY.has(name)));
}
