import { datasetListResponseSchema, skillsetListResponseSchema } from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import type { PageRequest, Route } from '../../site/route';
import { A } from '../../site/SiteContext';
import { ChoiceField, TextBox, TextField } from '../forms/fields';
import { resourcePages } from './resourcePages';
import { TryIt } from './TryIt';

type Options = readonly (readonly [id: string, name: string])[];

/** Items the author can give to a bot, newest first. */
async function loadParts({ hub }: PageRequest): Promise<{ skillsets: Options; datasets: Options }> {
  const [skillsets, datasets] = await Promise.all([
    hub.get('/skillset/list', skillsetListResponseSchema, { take: 100 }),
    hub.get('/dataset/list', datasetListResponseSchema, { take: 100 }),
  ]);
  const toOptions = (items: readonly { id: string; name: string }[]): Options =>
    items.map(({ id, name }) => [id, name || id]);
  return { skillsets: toOptions(skillsets.items), datasets: toOptions(datasets.items) };
}

function toFields(form: URLSearchParams): JsonObject {
  const model = form.get('model')?.trim() ?? '';
  const temperature = form.get('temperature')?.trim() ?? '';
  return {
    backstory: form.get('backstory') ?? '',
    model: model === '' ? null : model,
    temperature: temperature === '' ? null : Number(temperature),
    skillsets: form.getAll('skillsets'),
    datasets: form.getAll('datasets'),
  };
}

/** /bots/new and /bots/{id}: instructions, abilities and knowledge of a bot. */
export const botRoutes: readonly Route[] = resourcePages({
  kind: 'bot',
  lead: 'A bot answers in your widgets: a backstory defines who it is, abilities what it can do, knowledge what it can look up.',
  load: loadParts,
  toFields,
  fields: ({ state, resource, extra }) => (
    <>
      <TextBox
        form="thing"
        name="backstory"
        label="Backstory"
        state={state}
        stored={resource?.backstory ?? ''}
        maxLength={32_768}
        rows={8}
        hint="Who the bot is, its tone, and what it must not do."
      />
      <ChoiceField
        form="thing"
        name="skillsets"
        label="Abilities"
        state={state}
        stored={resource?.skillsets ?? []}
        options={extra.skillsets}
        empty={
          <>
            You have none yet. <A to="/skillsets/new">Create an ability set</A>
          </>
        }
      />
      <ChoiceField
        form="thing"
        name="datasets"
        label="Knowledge"
        state={state}
        stored={resource?.datasets ?? []}
        options={extra.datasets}
        empty={
          <>
            You have none yet. <A to="/datasets/new">Create a knowledge base</A>
          </>
        }
      />
      <details
        className="more"
        open={
          typeof resource?.model === 'string' ||
          ['model', 'temperature'].some((name) => state.errors[name] !== undefined || state.edit?.clashes.has(name))
        }
      >
        <summary>Model</summary>
        <TextField
          form="thing"
          name="model"
          label="Model"
          state={state}
          stored={resource?.model ?? ''}
          maxLength={200}
          autoComplete="off"
          hint="Leave empty to use this server’s model."
        />
        <TextField
          form="thing"
          name="temperature"
          label="Temperature"
          state={state}
          stored={resource?.temperature?.toString() ?? ''}
          inputMode="decimal"
          autoComplete="off"
          hint="0 is the most predictable, 2 the most varied. Empty: the model's own."
        />
      </details>
    </>
  ),
  aside: ({ id, name }, hasModel) => <TryIt type="bot" id={id} name={name} hasModel={hasModel} />,
});
