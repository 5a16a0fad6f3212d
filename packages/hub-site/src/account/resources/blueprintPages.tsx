import {
  botListResponseSchema,
  datasetListResponseSchema,
  skillsetListResponseSchema,
  widgetListResponseSchema,
} from '@sotto/hub-api';
import type { PageRequest, Route } from '../../site/route';
import { ChoiceField, TextBox } from '../forms/fields';
import { resourcePages } from './resourcePages';

type Options = readonly (readonly [id: string, name: string])[];

/** Items the author can add to a blueprint. */
async function loadParts({
  hub,
}: PageRequest): Promise<Record<'bots' | 'skillsets' | 'datasets' | 'widgets', Options>> {
  const page = { take: 100 };
  const [bots, skillsets, datasets, widgets] = await Promise.all([
    hub.get('/bot/list', botListResponseSchema, page),
    hub.get('/skillset/list', skillsetListResponseSchema, page),
    hub.get('/dataset/list', datasetListResponseSchema, page),
    hub.get('/integration/widget/list', widgetListResponseSchema, page),
  ]);
  const toOptions = ({ items }: { items: readonly { id: string; name: string }[] }): Options =>
    items.map(({ id, name }) => [id, name || id]);
  return {
    bots: toOptions(bots),
    skillsets: toOptions(skillsets),
    datasets: toOptions(datasets),
    widgets: toOptions(widgets),
  };
}

const PARTS = [
  ['bots', 'Bots'],
  ['skillsets', 'Abilities'],
  ['datasets', 'Knowledge'],
  ['widgets', 'Widgets'],
] as const;

/** /blueprints/new and /blueprints/{id}: items that work together, with setup steps. */
export const blueprintRoutes: readonly Route[] = resourcePages({
  kind: 'blueprint',
  lead: 'A blueprint shows how bots, abilities, knowledge and widgets work together, with the steps to set them up.',
  load: loadParts,
  toFields: (form) => ({
    steps: form.get('steps') ?? '',
    parts: Object.fromEntries(PARTS.map(([name]) => [name, form.getAll(name)])),
  }),
  fields: ({ state, resource, extra }) => (
    <>
      <TextBox
        form="thing"
        name="steps"
        label="Steps"
        state={state}
        stored={resource?.steps ?? ''}
        maxLength={20_000}
        rows={8}
        hint="Markdown: the steps in order."
      />
      {PARTS.map(([name, label]) => (
        <ChoiceField
          key={name}
          form="thing"
          name={name}
          label={label}
          state={state}
          stored={resource?.parts[name] ?? []}
          options={extra[name]}
          empty="You have none yet."
        />
      ))}
    </>
  ),
});
