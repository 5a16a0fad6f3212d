import {
  siteStartersResponseSchema,
  siteStartersWriteRequestSchema,
  siteStartersWriteResponseSchema,
  updateResponseSchema,
  widgetUpdateRequestSchema,
  type DatasetSiteItem,
  type widgetSchema,
} from '@sotto/hub-api';
import type * as v from 'valibot';
import { TextBox } from '../../account/forms/fields';
import { FormFrame } from '../../account/forms/FormFrame';
import { BUTTON_ONLY, submitForm, type FormState } from '../../account/forms/formState';
import type { PageRequest } from '../../site/route';
import { withSettings } from '../checkSettings';
import { describeStarters, joinIntro, readStarters, splitIntro, type Introduction } from '../starters';

type Widget = v.InferOutput<typeof widgetSchema>;

/** Name of the form. */
export const PROPOSAL = 'proposal';

/** Name of the form with which a model writes the proposals. */
export const WRITE = 'write';

/** What is proposed, and the version of the widget it is for. */
interface Proposed extends Introduction {
  readonly version: number;
  /** Whether a language model can write better ones. */
  readonly canWrite: boolean;
}

/**
 * Starter questions from the pages that were read; undefined while they are read, and once the chat has starters. A
 * refused form is shown again, with what is stored now.
 */
export async function readProposal(
  { hub }: PageRequest,
  { version, config }: Widget,
  { dataset, site }: { dataset: string; site: DatasetSiteItem },
  state: FormState,
): Promise<Proposed | undefined> {
  const { text, starters: kept } = introOf(config['intro']);
  if (state.name === PROPOSAL) return { text, starters: kept, version, canWrite: false };
  if (site.state !== 'done' || kept.length > 0) return undefined;
  const { starters, canWrite } = await hub.get(
    `/dataset/${dataset}/site/${site.id}/starters`,
    siteStartersResponseSchema,
  );
  return starters.length === 0 && !canWrite ? undefined : { text, starters, version, canWrite };
}

/** Stores greeting and starters as the owner has edited them. */
export async function saveProposal({ form, hub }: PageRequest, { id, config }: Widget) {
  const starters = readStarters(form.get('starters') ?? '');
  const intro = joinIntro({ text: form.get('intro') ?? '', starters });
  const fields = { config: { ...config, intro }, version: Number(form.get('state')) };
  return submitForm(form, withSettings(widgetUpdateRequestSchema, config), fields, (value) =>
    hub.post(`/integration/widget/${id}/update`, updateResponseSchema, value),
  );
}

/**
 * Lets the model write greeting and questions into the form, which stores nothing.
 *
 * @returns the form with what it wrote, or with the present proposals and the reason
 */
export async function writeProposal(
  { hub }: PageRequest,
  { name, config }: Widget,
  { dataset, site }: { dataset: string; site: DatasetSiteItem },
): Promise<FormState> {
  const language = typeof config['language'] === 'string' ? config['language'] : '';
  const answer = await submitForm(BUTTON_ONLY, siteStartersWriteRequestSchema, { name, language }, (value) =>
    hub.post(`/dataset/${dataset}/site/${site.id}/starters/write`, siteStartersWriteResponseSchema, value),
  );
  if ('state' in answer) return answer.state;
  const { greeting, starters, isWritten } = answer.done;
  return {
    name: PROPOSAL,
    values: new URLSearchParams({
      intro: greeting ?? introOf(config['intro']).text,
      starters: starters.join('\n'),
    }),
    errors: {},
    ...(!isWritten && {
      failure: { code: 'BAD_GATEWAY', message: 'The model wrote nothing that fits. These are from your pages.' },
    }),
  };
}

/** Greeting and starter questions as proposals that can be edited. */
export function Proposal({ text, starters, version, canWrite, state }: Proposed & { state: FormState }) {
  const parts = { form: PROPOSAL, state };
  return (
    <section className="proposal" aria-labelledby="proposal-title">
      <h2 id="proposal-title">Proposed from your pages</h2>
      <p className="quiet">
        {describeStarters(state.name === PROPOSAL ? readStarters(state.values.get('starters') ?? '') : starters)}
      </p>
      <FormFrame
        name={PROPOSAL}
        state={state}
        submit="Use these"
        keepsDraft={false}
        stored={{ state: version, fields: {} }}
      >
        <TextBox {...parts} name="intro" label="Greeting" stored={text} rows={2} dir="auto" />
        <TextBox
          {...parts}
          name="starters"
          label="Starter questions"
          stored={starters.join('\n')}
          rows={4}
          maxLength={2000}
          dir="auto"
          hint="One per line. Visitors see them as buttons."
        />
      </FormFrame>
      {canWrite && (
        <form method="post">
          <input type="hidden" name="form" value={WRITE} />
          <button className="button quiet small" type="submit">
            Let the model write them
          </button>
        </form>
      )}
    </section>
  );
}

function introOf(intro: unknown): Introduction {
  return splitIntro(typeof intro === 'string' ? intro : '');
}
