import {
  abilityImportResponseSchema,
  curlImportRequestSchema,
  openApiImportRequestSchema,
  openApiReadRequestSchema,
  openApiReadResponseSchema,
  type OpenApiOperations,
} from '@sotto/hub-api';
import type { JsonObject } from '@sotto/widget-core/api';
import { redirect } from '../../../site/route';
import { TextBox, TextField } from '../../forms/fields';
import { FormFrame } from '../../forms/FormFrame';
import { submitForm, type FormState } from '../../forms/formState';
import type { ResourceAction } from '../resourcePages';

/** Longest document that can be pasted, in characters; a form has at most 256 KiB. */
const PASTED_MAX_LENGTH = 80_000;

/** Opens the first new ability, where its secrets and arguments can be completed. */
function openFirst(href: (path: string) => string, skillset: string, [first = '']: readonly string[]): Response {
  return redirect(href(`/skillsets/${skillset}?saved&open=${first}#ability-${first}`));
}

const importCurl: ResourceAction = async ({ form, hub, href }, id) => {
  const answer = await submitForm(form, curlImportRequestSchema, { command: form.get('command') ?? '' }, (value) =>
    hub.post(`/skillset/${id}/ability/import/curl`, abilityImportResponseSchema, value),
  );
  if ('done' in answer) return openFirst(href, id, answer.done.ids);
  // A command has keys in it: it is shown again only to whoever typed it, as every refused form.
  return answer.state;
};

/** Lists the operations of a document first; imports the chosen ones when it is sent again. */
const importOpenApi: ResourceAction = async ({ form, hub, href }, id) => {
  const source = readSource(form);
  const path = `/skillset/${id}/ability/import/openapi`;
  if (form.get('do') === 'import') {
    const fields = { ...source, operations: form.getAll('operation') };
    const answer = await submitForm(form, openApiImportRequestSchema, fields, (value) =>
      hub.post(path, abilityImportResponseSchema, value),
    );
    if ('done' in answer) return openFirst(href, id, answer.done.ids);
    const list = await hub.post(`${path}/read`, openApiReadResponseSchema, source).catch(() => undefined);
    return { ...answer.state, ...(list && { result: list as unknown as JsonObject }) };
  }
  const answer = await submitForm(form, openApiReadRequestSchema, source, (value) =>
    hub.post(`${path}/read`, openApiReadResponseSchema, value),
  );
  return 'state' in answer
    ? answer.state
    : { name: form.get('form') ?? '', values: form, errors: {}, result: answer.done as unknown as JsonObject };
};

function readSource(form: URLSearchParams): { document?: string; url?: string } {
  const [document, url] = [form.get('document')?.trim(), form.get('url')?.trim()];
  return { ...(document && { document }), ...(url && { url }) };
}

/** Actions of the import forms. */
export function importActionFor(form: string): ResourceAction | undefined {
  return form === 'import-curl' ? importCurl : form === 'import-openapi' ? importOpenApi : undefined;
}

/** Forms that make abilities of what developers have: a curl command, or an OpenAPI document. */
export function ImportForms({ state }: { state: FormState }) {
  return (
    <>
      <details className="card-form" id="import-curl" open={state.name === 'import-curl'}>
        <summary>Paste a curl command</summary>
        <p className="quiet">
          Documentation of most services has one for each request, and browsers copy one (“Copy as cURL”). Keys in its
          headers become secrets.
        </p>
        <FormFrame name="import-curl" state={state} submit="Create an ability" keepsDraft={false} action="#import-curl">
          <TextBox
            form="import-curl"
            name="command"
            label="Command"
            state={state}
            maxLength={100_000}
            rows={4}
            required
            className="code"
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            placeholder={'curl https://shop.example/api/orders/1042 -H "Authorization: Bearer …"'}
          />
        </FormFrame>
      </details>
      <details className="card-form" id="import-openapi" open={state.name === 'import-openapi'}>
        <summary>Import from an OpenAPI document</summary>
        <FormFrame name="import-openapi" state={state} keepsDraft={false} action="#import-openapi">
          <TextField
            form="import-openapi"
            name="url"
            label="Address of the document"
            state={state}
            maxLength={2048}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            placeholder="https://shop.example/openapi.json"
          />
          <TextBox
            form="import-openapi"
            name="document"
            label="Or the document itself"
            state={state}
            maxLength={PASTED_MAX_LENGTH}
            rows={3}
            className="code"
            spellCheck={false}
            dir="ltr"
            hint="OpenAPI 3.0 or 3.1, as JSON or YAML."
          />
          <p className="actions">
            <button className="button quiet" name="do" value="read">
              List its operations
            </button>
          </p>
          {state.name === 'import-openapi' && state.result && (
            <Operations list={state.result as unknown as OpenApiOperations} state={state} />
          )}
        </FormFrame>
      </details>
    </>
  );
}

function Operations({ list: { title, operations }, state }: { list: OpenApiOperations; state: FormState }) {
  const chosen = state.values.getAll('operation');
  return (
    <>
      <fieldset className="choice operations" id="import-openapi-operations">
        <legend>{title === '' ? 'Operations' : title}</legend>
        <p className="field-hint">Choose up to 20. Those that change something ask the visitor first.</p>
        {operations.map(({ key, summary, isActing, problem }) => (
          <label key={key}>
            <input
              type="checkbox"
              name="operation"
              value={key}
              defaultChecked={chosen.includes(key)}
              disabled={problem !== undefined}
            />
            <span>
              <code>{key}</code> {isActing && <span className="quiet small">changes something</span>}
              <span className="field-hint" dir="auto">
                {problem === undefined ? summary : `${problem}.`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="actions">
        <button className="button" name="do" value="import">
          Import
        </button>
      </p>
    </>
  );
}
