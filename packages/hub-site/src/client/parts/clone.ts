import { hubItemSchema } from '@sotto/hub-api';
import { idResponseSchema, parseJson } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { cloneItem, clonePath, CloneStopped, type CloneState } from '../../skillset/cloneItem';
import { callApi } from '../../browser/callApi';
import { showNotice } from '../../browser/notices';
import { openQuestion } from './question';

const propsSchema = v.object({
  base: v.string(),
  type: v.picklist(['skillset', 'bot', 'dataset', 'widget', 'blueprint']),
  id: v.string(),
  signedIn: v.boolean(),
});
const stateSchema = v.object({ cloneId: v.string(), newId: v.optional(v.string()), done: v.number() });
type Props = v.InferOutput<typeof propsSchema>;

/**
 * Clone: confirms, copies with progress, reports where it stopped, and resumes from there [H-7]. It never runs by
 * itself, not after a sign-in either.
 */
export function openClone(data: Readonly<Record<string, unknown>>): void {
  const props = v.parse(propsSchema, data);
  if (!props.signedIn) askToSignIn(props.base);
  else if (props.type === 'widget')
    location.assign(`${props.base}/integrations/widget/new?clone=${encodeURIComponent(props.id)}`);
  else confirmClone(props);
}

function askToSignIn(base: string): void {
  const back = `${location.pathname.slice(base.length)}?clone=1`;
  // Pages with their own dialogs handle it themselves; otherwise it is a link.
  const isTaken = !document.dispatchEvent(
    new CustomEvent('sotto:alert', { cancelable: true, detail: { code: 'NOT_AUTHENTICATED', callbackUrl: back } }),
  );
  if (!isTaken) location.assign(`${base}/signin?callbackUrl=${encodeURIComponent(back)}`);
}

function confirmClone(props: Props): void {
  const dialog = openQuestion({
    title: `Clone this ${props.type}`,
    text: `Are you sure you want to clone this ${props.type}?`,
  });
  dialog.actions([
    {
      label: 'No',
      isQuiet: true,
      run: () => {
        dialog.close();
      },
    },
    {
      label: 'Yes',
      run: () => {
        void run(props, dialog);
      },
    },
  ]);
}

async function run(props: Props, dialog: ReturnType<typeof openQuestion>): Promise<void> {
  const { base, type, id } = props;
  const stay = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
  };
  addEventListener('beforeunload', stay);
  dialog.actions([]);
  dialog.setText('Reading what there is to clone…');
  const address = (path: string): string => `${base}/api/v1/${path}`;
  const failure = `The ${type} could not be cloned`;
  try {
    const { item } = await callApi(address(`hub/${type}/${id}/fetch`), hubItemSchema, { failure });
    const newId = await cloneItem(
      item,
      readState(id) ?? { cloneId: newCloneId(), newId: undefined, done: 0 },
      {
        create: async (fields, key) =>
          (await callApi(address(`${type}/create`), idResponseSchema, { body: fields, key, failure })).id,
        createAbility: async (newSkillset, fields, key) => {
          await callApi(address(`skillset/${newSkillset}/ability/create`), idResponseSchema, {
            body: fields,
            key,
            failure,
          });
        },
      },
      (state, total) => {
        keepState(id, state);
        dialog.setText(
          total === 0 ? 'Cloning…' : `${String(state.done)} of ${String(total)}`,
          total === 0 ? undefined : state.done / total,
        );
      },
    );
    keepState(id, undefined);
    removeEventListener('beforeunload', stay);
    showNotice('Cloned', 'info');
    location.assign(base + clonePath(type, newId));
  } catch (error) {
    removeEventListener('beforeunload', stay);
    dialog.setText(error instanceof Error ? error.message : failure);
    dialog.actions(afterFailure(props, dialog, error));
  }
}

function afterFailure(props: Props, dialog: ReturnType<typeof openQuestion>, error: unknown) {
  const { base, type, id } = props;
  const newId = error instanceof CloneStopped ? error.state.newId : undefined;
  const again = {
    label: newId === undefined ? 'Try again' : 'Try again from here',
    run: () => {
      void run(props, dialog);
    },
  };
  if (newId === undefined)
    return [
      {
        label: 'Close',
        isQuiet: true,
        run: () => {
          dialog.close();
        },
      },
      again,
    ];
  const remove = async (): Promise<void> => {
    await callApi(`${base}/api/v1/${type}/${newId}/delete`, idResponseSchema, {
      body: {},
      failure: 'The copy could not be deleted',
    });
    keepState(id, undefined);
    dialog.close();
  };
  return [
    {
      label: 'Delete the copy',
      isQuiet: true,
      run: () => {
        void remove().catch(() => undefined);
      },
    },
    {
      label: 'Open the copy',
      isQuiet: true,
      run: () => {
        location.assign(base + clonePath(type, newId));
      },
    },
    again,
  ];
}

function readState(id: string): CloneState | undefined {
  try {
    const parsed = v.safeParse(stateSchema, parseJson(sessionStorage.getItem(`sotto:clone:${id}`) ?? ''));
    return parsed.success ? { ...parsed.output, newId: parsed.output.newId } : undefined;
  } catch {
    return undefined;
  }
}

function keepState(id: string, state: CloneState | undefined): void {
  try {
    if (state) sessionStorage.setItem(`sotto:clone:${id}`, JSON.stringify(state));
    else sessionStorage.removeItem(`sotto:clone:${id}`);
  } catch {
    // Without storage, a failed clone starts from the beginning.
  }
}

function newCloneId(): string {
  return `clone-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
