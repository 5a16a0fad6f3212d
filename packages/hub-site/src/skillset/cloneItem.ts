import type { HubItem, HubType } from '@sotto/hub-api';

/** How far a clone has come; kept for the session, so that a failure or a sign-in in between loses nothing. */
export interface CloneState {
  /** Makes every repeated write recognisable. */
  readonly cloneId: string;
  /** Id of the copy once it exists. */
  readonly newId: string | undefined;
  /** Abilities that are there already. */
  readonly done: number;
}

/** The writes of a clone; `key` is the same for the same step of the same clone. Each throws when it fails. */
export interface CloneCalls {
  create(fields: object, key: string): Promise<string>;
  createAbility(newId: string, fields: object, key: string): Promise<void>;
}

/** Where a clone stopped, in words and as a state to go on from. */
export class CloneStopped extends Error {
  readonly state: CloneState;

  constructor(message: string, state: CloneState, cause: unknown) {
    super(message, { cause });
    this.name = 'CloneStopped';
    this.state = state;
  }
}

/**
 * Copies an item: first itself, then each ability in its order, one at a time; stops at the first failure [H-7].
 *
 * @param from - where an earlier attempt stopped
 * @param onProgress - called before each ability, and with each new state
 * @throws CloneStopped with what to go on from; what was made stays
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

/** Where the copy of a thing is looked at. */
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
