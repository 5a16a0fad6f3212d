import type { HubItem, HubType } from '@sotto/hub-api';

/** Progress of a clone, kept for the session, so that it can be resumed after an error or a sign-in. */
export interface CloneState {
  /** Idempotency key for all writes. */
  readonly cloneId: string;
  /** Id of the copy, once created. */
  readonly newId: string | undefined;
  /** Number of copied abilities. */
  readonly done: number;
}

/** Writes of a clone; `key` is the same for the same step of the same clone. Each throws on failure. */
export interface CloneCalls {
  create(fields: object, key: string): Promise<string>;
  createAbility(newId: string, fields: object, key: string): Promise<void>;
}

/** Where a clone stopped: a message, and the state to resume from. */
export class CloneStopped extends Error {
  readonly state: CloneState;

  constructor(message: string, state: CloneState, cause: unknown) {
    super(message, { cause });
    this.name = 'CloneStopped';
    this.state = state;
  }
}

/**
 * Copies an item, then its abilities in order, one at a time; stops at the first failure [H-7].
 *
 * @param from - progress of an earlier attempt
 * @param onProgress - called before each ability, with the new state
 * @throws CloneStopped with the state to resume from; what was created stays
 */
export async function cloneItem(
  item: HubItem['item'],
  from: CloneState,
  calls: CloneCalls,
  onProgress: (state: CloneState, total: number) => void,
): Promise<string> {
  const abilities = item.skillset?.abilities ?? [];
  let state = from;
  const advance = (change: Partial<CloneState>): void => {
    state = { ...state, ...change };
    onProgress(state, abilities.length);
  };
  onProgress(state, abilities.length);
  if (state.newId === undefined) {
    try {
      advance({ newId: await calls.create(fieldsOf(item), state.cloneId) });
    } catch (cause) {
      throw new CloneStopped(`Cloning stopped at the start: ${messageOf(cause)}`, state, cause);
    }
  }
  const newId = state.newId ?? '';
  for (let index = state.done; index < abilities.length; index += 1) {
    const { id = '', name = '', ...fields } = abilities[index] ?? {};
    try {
      await calls.createAbility(newId, { name, ...fields }, `${state.cloneId}-${String(index)}`);
    } catch (cause) {
      throw new CloneStopped(
        `Cloning stopped at ability ${String(index + 1)} of ${String(abilities.length)}, "${name || id}": ${messageOf(cause)}`,
        state,
        cause,
      );
    }
    advance({ done: index + 1 });
  }
  return newId;
}

/** Path of a copied item. */
export function clonePath(type: HubType, newId: string): string {
  return `/${type}s/${newId}`;
}

/** The initial fields of a copy: all fields of the item, visibility private, and its source. */
function fieldsOf(item: HubItem['item']): object {
  const { name, description, icon, tags, language, licence, backstory, steps, id, version } = item;
  return {
    name,
    description,
    visibility: 'private',
    clonedFrom: { id, version },
    icon,
    tags,
    language,
    licence,
    ...(backstory !== undefined && { backstory }),
    ...(steps !== undefined && { steps }),
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'It did not work';
}
