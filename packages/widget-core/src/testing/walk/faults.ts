import { isPlaced, type Message } from '../../api/message';
import { isIn, storageOf, storagesOf, type Stored, type World } from './world';

/** What is wrong with a world; `isQuiet`: nothing more happens by itself. */
export function findFault(world: World, isQuiet: boolean): string | undefined {
  if (world.fault !== undefined) return world.fault;
  const writers = world.tabs.filter(({ state, own }) => !own && state.work.lock === 'held').length;
  if (writers > 1) return 'two tabs send at once';
  for (const [run, times] of Object.entries(world.called)) if (times > 1) return `the function of ${run} ran twice`;
  const sent = world.server.messages
    .filter(({ message }) => message.type === 'user')
    .map(({ message, conversationId }) => `${message.text} in ${conversationId}`);
  if (new Set(sent).size < sent.length)
    return `something was sent twice: ${world.server.messages.map(({ message, conversationId }) => `${message.id} in ${conversationId}`).join()}`;
  const storages = storagesOf(world);
  for (const text of world.typed)
    if (!storages.some((stored) => isKept(world, stored, text))) return `${text} is not kept`;
  return isQuiet ? findQuietFault(world) : undefined;
}

/** Whether a text is stored, or in the server's list of the conversation that is. */
function isKept({ server }: World, stored: Stored, text: string): boolean {
  const isListed = server.messages.some(
    ({ message, conversationId }) => message.text === text && conversationId === stored.session,
  );
  return isListed || isIn(stored, text);
}

function findQuietFault(world: World): string | undefined {
  const { typed, withdrawn, server } = world;
  for (const { session, messages, sends } of storagesOf(world)) {
    if (sends.some(({ delivery }) => delivery.state !== 'failed')) return 'something is kept as unsent';
    const isOther = (id: string): boolean =>
      server.messages.some(({ message, conversationId }) => message.id === id && conversationId !== session);
    const other = session === undefined ? undefined : messages.find(({ id }) => isOther(id));
    if (other) return `${other.id} is kept, and belongs to another conversation`;
  }
  for (const tab of [0, 1] as const) {
    const { state } = world.tabs[tab];
    const stored = storageOf(world, tab);
    const name = `tab ${String(tab)}`;
    const isGone = stored.session !== undefined && server.gone.includes(stored.session);
    for (const text of withdrawn) {
      if (isIn(stored, text)) return `${text} was withdrawn, and is kept`;
      if (isIn(state, text)) return `${text} was withdrawn, and is shown in ${name}`;
    }
    if (state.reply) return `${name} shows a reply that nobody writes`;
    if (state.sends.some(({ delivery }) => delivery.state !== 'failed')) return `${name} shows something as under way`;
    for (const text of typed)
      if (isKept(world, stored, text) && !state.messages.some((message) => message.text === text))
        return `${text} is not shown in ${name}`;
    if (
      state.messages.some(
        (message) => message.type === 'user' && !isPlaced(message) && !Object.hasOwn(state.deliveries, message.id),
      )
    )
      return `${name} shows as sent what the server does not have`;
    for (const { id, message, delivery } of state.sends) {
      if (message && delivery.state === 'failed' && !stored.sends.some((send) => send.id === id))
        return `${name} shows ${id} as given up, and a reload would lose that`;
    }
    if (state.sends.some(({ delivery }) => delivery.state === 'failed' && delivery.code === 'NOT_FOUND'))
      return `${name} has not begun another conversation`;
    for (const { message, conversationId } of server.messages) {
      const here = state.messages.find(({ id }) => id === message.id);
      if (!here || isGone || conversationId !== stored.session) continue;
      if (isHidden(here) !== isHidden(message))
        return `${name} ${isHidden(here) ? 'hides' : 'shows'} ${message.id}, and the server does not`;
      // With a failure on screen, the next try brings the rest.
      if (message.type === 'bot' && here.text !== message.text && !state.failure)
        return `${name} shows “${here.text}” of ${message.id}, and the server has “${message.text}”`;
    }
    const shown = state.messages.filter(({ type }) => type === 'bot').map(({ text }) => text);
    if (new Set(state.messages.map(({ id }) => id)).size < state.messages.length)
      return `${name} shows a message twice`;
    const answers = server.messages.filter(
      ({ message, conversationId }) => message.type === 'bot' && conversationId === stored.session,
    ).length;
    if (!isGone && shown.length > answers + 1) return `${name} shows more replies than there are`;
  }
  return undefined;
}

const isHidden = ({ extra }: Message): boolean => extra?.visible === false;
