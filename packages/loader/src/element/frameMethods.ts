import type { FrameConnection, HostToFrame, PayloadInput } from '@sotto/widget-core/internal/protocol';
import type { ReceiveMessageOptions, SendMessageOptions } from '../types';
import { FRAME_METHODS, type FrameMethodRow } from './frameMethodRows';

type Payload<Name extends keyof HostToFrame> = PayloadInput<HostToFrame, Name>;

/** A method that sends one message: converts arguments to the payload, and the response to the result. */
function sendRow(
  connect: () => Promise<FrameConnection>,
  name: string,
  { message = name, isNote, takes = [], gives }: FrameMethodRow,
): (...values: unknown[]) => Promise<unknown> {
  return async (...values) => {
    const payload = Object.assign(
      {},
      ...takes.map((field, index) => (field === '...' ? values[index] : { [field]: values[index] })),
    ) as Record<string, never>;
    const connection = await connect();
    if (isNote) {
      connection.note(message as 'focus', payload);
      return undefined;
    }
    const answer: object = await connection.request(message as 'stop', payload);
    return gives === '...' ? answer : gives && (answer as Record<string, unknown>)[gives];
  };
}

/** Public methods that need the frame: those in the table, and those that send more than one message. */
export function createFrameMethods(
  connect: () => Promise<FrameConnection>,
  setOpen: (isOpen: boolean, options?: { focus?: boolean }) => Promise<void>,
): Record<string, (...values: never[]) => unknown> {
  const ask: FrameConnection['request'] = async (name, payload) => (await connect()).request(name, payload);
  /** Sends a request whose response has no value. */
  const request = async (...input: Parameters<FrameConnection['request']>): Promise<void> => {
    await ask(...input);
  };
  return {
    ...Object.fromEntries(Object.entries(FRAME_METHODS).map(([name, row]) => [name, sendRow(connect, name, row)])),
    sendMessage(input: string | SendMessageOptions) {
      const { open, ...payload } = typeof input === 'string' ? { message: input } : input;
      if (open) void setOpen(true);
      return ask('sendMessage', payload as Payload<'sendMessage'>);
    },
    receiveMessage: (input: string | ReceiveMessageOptions) =>
      ask('receiveMessage', (typeof input === 'string' ? { message: input } : input) as Payload<'receiveMessage'>),
    setInput(text: string, { focus = false, open = false }: { focus?: boolean; open?: boolean } = {}) {
      if (open) void setOpen(true, { focus });
      return request('setInput', { text, focus });
    },
    render: (overlay: Payload<'render'> | null) => request('render', overlay ?? { frame: null }),
  };
}
