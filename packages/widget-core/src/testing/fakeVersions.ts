import type { Message } from '../api/message';

/** The messages of the fake server with all their versions, of which one branch is shown. */
export interface FakeVersions {
  /** Adds a message: behind the last one that is shown, or in the place of another. */
  add(message: Message, replaces?: string): void;
  has(id: string | undefined): boolean;
  /** Shows the branch that leads through a message. */
  choose(id: string): void;
}

/** @param messages - all messages, in the order they came; changed in place */
export function createFakeVersions(messages: Message[]): FakeVersions {
  const parents = new Map<string, string | undefined>();
  const show = (isShown: (message: Message) => boolean): void => {
    messages.forEach((message, index) => {
      messages[index] = { ...message, extra: isShown(message) ? undefined : { visible: false } };
    });
  };

  return {
    add(message, replaces) {
      // The rest of a message is written into it.
      const continued = messages.findIndex(({ id }) => id === message.id);
      if (continued >= 0) {
        messages[continued] = message;
        return;
      }
      const shown = messages.filter(({ extra }) => extra?.visible !== false);
      const parent = replaces === undefined ? shown.at(-1)?.id : parents.get(replaces);
      parents.set(message.id, parent);
      messages.push(message);
      if (replaces === undefined) return;
      const kept = shown.slice(0, shown.findIndex(({ id }) => id === parent) + 1);
      show((known) => known === message || kept.includes(known));
      const versions = [...(messages.find(({ id }) => id === replaces)?.versions ?? [replaces]), message.id];
      messages.forEach((known, index) => {
        if (versions.includes(known.id)) messages[index] = { ...known, versions };
      });
    },
    has: (id) => messages.some((message) => message.id === id),
    choose(chosen) {
      const ancestors = (id: string | undefined): string[] =>
        id === undefined ? [] : [id, ...ancestors(parents.get(id))];
      const newest = messages.findLast(({ id }) => ancestors(id).includes(chosen))?.id;
      show(({ id }) => ancestors(newest).includes(id));
    },
  };
}
