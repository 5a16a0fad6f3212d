import type { FrameConnection, HostToFrame, PayloadInput } from '@sotto/widget-core/protocol';
import type { ReceiveMessageOptions, SendMessageOptions } from '../types';

type Said<Name extends keyof HostToFrame> = PayloadInput<HostToFrame, Name>;

/**
 * One line per method of the public API that needs the frame: its arguments → a message of the protocol → its result.
 */
export function createFrameMethods(
  talk: () => Promise<FrameConnection>,
  setOpen: (isOpen: boolean, options?: { focus?: boolean }) => Promise<void>,
): Record<string, (...values: never[]) => unknown> {
  const ask: FrameConnection['request'] = async (name, payload) => (await talk()).request(name, payload);
  const tell = async (...said: Parameters<FrameConnection['note']>): Promise<void> => {
    (await talk()).note(...said);
  };
  /** Asks where the answer says no more than that it is done. */
  const order = async (...said: Parameters<FrameConnection['request']>): Promise<void> => {
    await ask(...said);
  };
  return {
    sendMessage(said: string | SendMessageOptions) {
      const { open, ...payload } = typeof said === 'string' ? { message: said } : said;
      if (open) void setOpen(true);
      return ask('sendMessage', payload as Said<'sendMessage'>);
    },
    receiveMessage: (said: string | ReceiveMessageOptions) =>
      ask('receiveMessage', (typeof said === 'string' ? { message: said } : said) as Said<'receiveMessage'>),
    setInput(text: string, { focus = false, open = false }: { focus?: boolean; open?: boolean } = {}) {
      if (open) void setOpen(true, { focus });
      return order('setInput', { text, focus });
    },
    initiateMessage: (options: Said<'initiateMessage'> = {}) => order('initiateMessage', options),
    restartConversation: (options: Said<'restartConversation'> = {}) => order('restartConversation', options),
    downloadConversation: async (options: Said<'downloadConversation'> = {}) =>
      (await ask('downloadConversation', options)).text,
    stop: () => order('stop', {}),
    retry: () => order('retry', {}),
    continueReply: (id: string) => order('continueReply', { id }),
    render: (overlay: Said<'render'> | null) => order('render', overlay ?? { frame: null }),
    publish: (channel: string, message: Said<'publish'>['message']) => ask('publish', { channel, message }),
    getMessages: async () => (await ask('getMessages', {})).value,
    getMeta: async () => (await ask('getMeta', {})).value,
    getContact: async () => (await ask('getContact', {})).value,
    assignContact: (contact: Said<'assignContact'>) => ask('assignContact', contact),
    logout: (options: Said<'logout'> = {}) => order('logout', options),
    setLanguage: (language: string) => order('setLanguage', { language }),
    setMedia: (media: Said<'media'>) => tell('media', media),
    setMaximize: (maximize: boolean) => tell('setMaximize', { maximize }),
    focus: () => tell('focus', {}),
  };
}
