import { isPlaced, type Message } from '../../api/message';
import type { World } from './world';

/** What is wrong with a world; `isQuiet`: nothing more happens by itself. */
export function findFault(world: World, isQuiet: boolean): string | undefined {
  if (world.fault !== undefined) return world.fault;
  const writers = world.tabs.filter(({ state }) => state.work.lock === 'held').length;
  if (writers > 1) return 'two tabs send at once';
  for (const [run, times] of Object.entries(world.called)) if (times > 1) return `the function of ${run} ran twice`;
  const sent = world.server.messages
    .filter(({ message }) => message.type === 'user')
    .map(({ message, conversationId }) => `${message.text} in ${conversationId}`);
  if (new Set(sent).size < sent.length)
    return `something was sent twice: ${world.server.messages.map(({ message, conversationId }) => `${message.id} in ${conversationId}`).join()}`;
  const kept = new Set([
    ...world.stored.messages.map(({ text }) => text),
    ...world.stored.sends.flatMap(({ message }) => message?.text ?? []),
  ]);
  for (const text of world.typed) if (!kept.has(text)) return `${text} is not kept`;
  return isQuiet ? findQuietFault(world) : undefined;
}

function findQuietFault({ tabs, typed, stored, server }: World): string | undefined {
  if (stored.sends.some(({ delivery }) => delivery.state !== 'failed')) return 'something is kept as unsent';
  const isGone = stored.session !== undefined && server.gone.includes(stored.session);
  for (const [index, { state }] of tabs.entries()) {
    const name = `tab ${String(index)}`;
    if (state.reply) return `${name} shows a reply that nobody writes`;
    if (state.sends.some(({ delivery }) => delivery.state !== 'failed')) return `${name} shows something as under way`;
    for (const text of typed)
      if (!state.messages.some((message) => message.text === text)) return `${text} is not shown in ${name}`;
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
