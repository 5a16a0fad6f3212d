import {
  backAt,
  inboxCountResponseSchema,
  officeHoursSchema,
  updateResponseSchema,
  WEEKDAYS,
  widgetListResponseSchema,
  type OfficeHours,
  type Weekday,
} from '@sotto/hub-api';
import type { Json } from '@sotto/widget-core/api';
import * as v from 'valibot';
import { redirect, type Page, type PageRequest, type Route } from '../../site/route';
import { A, roleIn } from '../../site/SiteContext';
import { CheckField, SelectField } from '../forms/fields';
import { FormFrame } from '../forms/FormFrame';
import { WidgetChoice } from '../forms/WidgetChoice';
import { submitForm, UNSENT, type FormState } from '../forms/formState';
import { accountPage, ownRoute } from '../pages/accountPage';
import { HandoverLink } from './InboxPanes';

type Widget = v.InferOutput<typeof widgetListResponseSchema>['items'][number];

const NAMES: Readonly<Record<Weekday, string>> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
};
/** Hours that a form begins with. */
const USUAL = { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] as readonly Weekday[] };

const formSchema = v.object({ officeHours: v.nullable(officeHoursSchema), mailsAnswers: v.boolean() });

/** /inbox/settings: when people answer, and whether answers are mailed, for each widget. Owners and editors change it. */
export const answeringRoute: Route = ownRoute({
  path: '/inbox/settings',
  show: (request) => showAnswering(request),
  async act(request) {
    const { form, hub, href } = request;
    const widget = (await readWidgets(request)).find(({ id }) => id === form.get('widget'));
    if (!widget) return showAnswering(request);
    const submitted = await submitForm(form, formSchema, readFields(form, widget), ({ officeHours, mailsAnswers }) =>
      hub.post(`/integration/widget/${encodeURIComponent(widget.id)}/update`, updateResponseSchema, {
        config: { ...widget.config, officeHours },
        mailsAnswers,
        // What somebody else has saved since it was read is not overwritten.
        version: widget.version,
      }),
    );
    if ('state' in submitted) return showAnswering(request, submitted.state);
    return redirect(href(`/inbox/settings?widget=${encodeURIComponent(widget.id)}&saved`));
  },
});

async function readWidgets({ hub }: Pick<PageRequest, 'hub'>): Promise<readonly Widget[]> {
  return (await hub.get('/integration/widget/list', widgetListResponseSchema, { take: 100 })).items;
}

/** The hours of the form. A day with several times, which only programs set, keeps the others. */
function readFields(form: URLSearchParams, { config }: Widget): Record<string, Json> {
  const stored = readHours(config['officeHours'])?.days ?? [];
  const days = WEEKDAYS.filter((day) => form.has(`day-${String(day)}`)).flatMap((day) => [
    { day, from: form.get(`from-${String(day)}`) ?? '', to: form.get(`to-${String(day)}`) ?? '' },
    ...stored.filter((each) => each.day === day).slice(1),
  ]);
  return {
    officeHours: form.get('when') === 'hours' ? { timeZone: form.get('timeZone') ?? '', days } : null,
    mailsAnswers: form.has('mailsAnswers'),
  };
}

function readHours(setting: unknown): OfficeHours | undefined {
  return v.is(officeHoursSchema, setting) ? setting : undefined;
}

async function showAnswering(request: PageRequest, state: FormState = UNSENT): Promise<Page> {
  const { hub, url, workspaces } = request;
  const widgets = await readWidgets(request);
  const { sendsMail } = await hub.get('/inbox/count', inboxCountResponseSchema);
  const chosen = state.values.get('widget') ?? url.searchParams.get('widget');
  const widget = widgets.find(({ id }) => id === chosen) ?? widgets[0];
  const mayEdit = roleIn(workspaces) !== 'answerer';
  return accountPage(request, {
    title: 'Answering visitors',
    state,
    body: (
      <>
        <p className="eyebrow">
          <A to="/inbox">Inbox</A> › Answering visitors
        </p>
        <h1>Answering visitors</h1>
        <p className="lead">When you answer in person, and how your answers reach visitors who have left.</p>
        {widgets.length > 1 && <WidgetChoice id="answering-widget" items={widgets} chosen={widget?.id ?? ''} />}
        {widget === undefined ? (
          <p className="quiet">
            You have no widget yet. <A to="/integrations/widget/new">Create one</A> first.
          </p>
        ) : mayEdit ? (
          <AnsweringForm key={widget.id} widget={widget} sendsMail={sendsMail} state={state} />
        ) : (
          <Summary widget={widget} />
        )}
      </>
    ),
  });
}

function AnsweringForm({ widget, sendsMail, state }: { widget: Widget; sendsMail: boolean; state: FormState }) {
  const hours = readHours(widget.config['officeHours']);
  const fields = { form: 'answering', state } as const;
  return (
    <FormFrame name="answering" state={state} submit="Save" keepsDraft={false}>
      <input type="hidden" name="widget" value={widget.id} />
      {widget.config['handover'] !== true && (
        <p className="notice">
          Visitors of this widget cannot ask for a person yet, so its office hours are not shown to anybody.{' '}
          <HandoverLink widget={widget.id} />
        </p>
      )}
      <SelectField
        {...fields}
        name="when"
        label="When you answer"
        stored={hours ? 'hours' : 'always'}
        options={[
          ['always', 'At any time'],
          ['hours', 'During office hours'],
        ]}
        hint={
          'A visitor who asks for a person outside of office hours reads when you are back, in their language and time ' +
          'zone. You can still answer at any time.'
        }
      />
      <Hours {...fields} hours={hours} />
      <CheckField
        {...fields}
        name="mailsAnswers"
        label="Email my answers to visitors who have left"
        stored={widget.mailsAnswers}
        hint={
          <>
            If they left an address and have been gone for two minutes, they get your answers by email, with a link back
            to the conversation.
            {!sendsMail && ' This server does not send email yet: its operator has to set it up.'}
          </>
        }
      />
    </FormFrame>
  );
}

/** Days, times and zone; shown while office hours are chosen, and always in browsers without `:has()`. */
function Hours({ form, state, hours }: { form: string; state: FormState; hours: OfficeHours | undefined }) {
  const isTyped = state.name === form;
  const error = isTyped ? (state.errors['days'] ?? state.errors['officeHours']) : undefined;
  return (
    <div className="office-hours">
      <fieldset {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'office-hours-error' })}>
        <legend>Office hours</legend>
        {error !== undefined && (
          <p className="field-error" id="office-hours-error">
            {error}
          </p>
        )}
        {WEEKDAYS.map((day) => {
          const stored = hours?.days.find((each) => each.day === day);
          const [open, from, to] = [`day-${String(day)}`, `from-${String(day)}`, `to-${String(day)}`];
          const value = (name: string, otherwise: string): string =>
            isTyped ? (state.values.get(name) ?? otherwise) : otherwise;
          return (
            <div key={day} className="office-day">
              <label>
                <input
                  type="checkbox"
                  name={open}
                  value="on"
                  defaultChecked={
                    isTyped ? state.values.has(open) : hours ? stored !== undefined : USUAL.days.includes(day)
                  }
                />{' '}
                {NAMES[day]}
              </label>
              <input
                type="time"
                name={from}
                aria-label={`${NAMES[day]} from`}
                defaultValue={value(from, stored?.from ?? USUAL.from)}
              />
              <span aria-hidden="true">–</span>
              <input
                type="time"
                name={to}
                aria-label={`${NAMES[day]} to`}
                defaultValue={value(to, stored?.to ?? USUAL.to)}
              />
            </div>
          );
        })}
        <p className="field-hint">If the end is not later than the beginning, it is on the next day.</p>
      </fieldset>
      <SelectField
        form={form}
        state={state}
        name="timeZone"
        label="Time zone"
        stored={hours?.timeZone ?? ''}
        options={[
          ['', 'Choose…'],
          ...zonesWith(hours?.timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
        ]}
      />
    </div>
  );
}

/** Zones of this server; what is stored is among them. */
function zonesWith(stored: string | undefined): readonly string[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(stored === undefined ? [] : [stored])]);
  return [...zones].sort();
}

/** For members who may not change it. */
function Summary({ widget: { config, mailsAnswers } }: { widget: Widget }) {
  const hours = readHours(config['officeHours']);
  return (
    <>
      {hours ? (
        <>
          <ul className="plain-list">
            {hours.days.map(({ day, from, to }) => (
              <li key={`${String(day)} ${from}`}>
                {NAMES[day]}, {from} – {to}
              </li>
            ))}
          </ul>
          <p className="quiet">Time zone: {hours.timeZone.replaceAll('_', ' ')}</p>
        </>
      ) : (
        <p>No office hours: you answer at any time.</p>
      )}
      <p>{mailsAnswers ? 'Answers are emailed to visitors who have left.' : 'Answers are shown in the chat only.'}</p>
      <p className="quiet">Owners and editors of this team can change this.</p>
    </>
  );
}

/** When people are back, in the time of their office; undefined during office hours. */
export function sayBack(setting: unknown, now: number): string | undefined {
  const back = backAt(setting, now);
  const hours = readHours(setting);
  if (back === undefined || !hours) return undefined;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: hours.timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  return format.format(back);
}
