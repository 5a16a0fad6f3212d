import { FormFrame } from '../forms/FormFrame';
import type { FormState } from '../forms/formState';
import { EXPECTATIONS, NAME_MAX, SPARE_EXPECTATIONS } from './checkForm';

/** Most questions of a check, and expectations of a question. */
const MOST = 10;

/** Form for a check: each question with what must be so of its answer, and room for another one. */
export function CheckForm({
  name,
  state,
  stored,
  submit,
}: {
  name: string;
  state: FormState;
  /** Values as stored or proposed. */
  stored: URLSearchParams;
  submit: string;
}) {
  const values = state.name === name ? state.values : stored;
  const known = countFrom((index) => (values.get(`ask-${String(index)}`) ?? '') !== '');
  return (
    <FormFrame name={name} state={state} submit={submit} keepsDraft={false}>
      <div className="field">
        <label htmlFor={`${name}-name`}>Name (optional)</label>
        <input
          type="text"
          id={`${name}-name`}
          name="name"
          defaultValue={values.get('name') ?? ''}
          maxLength={NAME_MAX}
          dir="auto"
          autoComplete="off"
          aria-describedby={`${name}-name-hint`}
        />
        <p className="field-hint" id={`${name}-name-hint`}>
          Without one, the check is named after its first question.
        </p>
      </div>
      {Object.entries(state.name === name ? state.errors : {}).map(([field, error]) => (
        <p key={field} className="field-error" role="alert">
          {error}
        </p>
      ))}
      {Array.from({ length: Math.max(known, 1) }, (_, index) => (
        <TurnFields key={index} form={name} index={index} values={values} legend={`Question ${String(index + 1)}`} />
      ))}
      {known > 0 && known < MOST && (
        <details className="more">
          <summary>Ask something else afterwards</summary>
          <TurnFields form={name} index={known} values={values} legend="Next question" />
        </details>
      )}
      <p className="field-hint">
        Arguments of an ability follow its name: <code>Order status number=12</code>. There is room for more questions
        and expectations after you save.
      </p>
    </FormFrame>
  );
}

function TurnFields({
  form,
  index,
  values,
  legend,
}: {
  form: string;
  index: number;
  values: URLSearchParams;
  legend: string;
}) {
  const rows = countFrom((row) => (values.get(`kind-${String(index)}-${String(row)}`) ?? '') !== '');
  const id = `${form}-ask-${String(index)}`;
  return (
    <fieldset className="check-turn">
      <legend>{legend}</legend>
      <div className="field">
        <label htmlFor={id}>As a visitor asks it</label>
        <textarea
          id={id}
          name={`ask-${String(index)}`}
          rows={2}
          maxLength={2_000}
          dir="auto"
          required={index === 0}
          defaultValue={values.get(`ask-${String(index)}`) ?? ''}
        />
      </div>
      <p className="check-must">The answer</p>
      {Array.from({ length: Math.min(rows + SPARE_EXPECTATIONS, MOST) }, (_, row) => {
        const place = `${String(index)}-${String(row)}`;
        return (
          <div className="check-row" key={row}>
            <select
              name={`kind-${place}`}
              aria-label={`${legend}, expectation ${String(row + 1)}`}
              defaultValue={values.get(`kind-${place}`) ?? ''}
            >
              <option value="">Choose an expectation</option>
              {EXPECTATIONS.map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
            <input
              type="text"
              name={`value-${place}`}
              aria-label={`${legend}, text of expectation ${String(row + 1)}`}
              defaultValue={values.get(`value-${place}`) ?? ''}
              maxLength={2_000}
              dir="auto"
              autoComplete="off"
            />
          </div>
        );
      })}
    </fieldset>
  );
}

/** How many indexes in a row fit. */
function countFrom(fits: (index: number) => boolean): number {
  let count = 0;
  while (count < MOST && fits(count)) count += 1;
  return count;
}
