import type * as v from 'valibot';

/** A schema that answers at once, by what it takes and what it gives. */
export type Schema<Written = unknown, Checked = Written> = v.GenericSchema<Written, Checked>;

/** A message that wants no answer. */
export interface Note<Payload extends Schema> {
  readonly kind: 'note';
  readonly payload: Payload;
}

/** A message that wants an answer. */
export interface Request<Payload extends Schema, Answer extends Schema> {
  readonly kind: 'request';
  readonly payload: Payload;
  readonly answer: Answer;
}

/** The messages of one side to the other, by name. */
export type MessageMap = Readonly<Record<string, Note<Schema> | Request<Schema, Schema>>>;

/** Names of the messages that want no answer. */
export type NoteName<Map extends MessageMap> = {
  [Name in keyof Map]: Map[Name] extends Note<Schema> ? Name : never;
}[keyof Map] &
  string;

/** Names of the messages that want an answer. */
export type RequestName<Map extends MessageMap> = Exclude<keyof Map & string, NoteName<Map>>;

/** A payload as it may be written: defaults left out. */
export type PayloadInput<Map extends MessageMap, Name extends keyof Map> = v.InferInput<Map[Name]['payload']>;

/** A payload as a handler gets it: checked, defaults filled in. */
export type Payload<Map extends MessageMap, Name extends keyof Map> = v.InferOutput<Map[Name]['payload']>;

/** An answer as a handler may give it. */
export type AnswerInput<Map extends MessageMap, Name extends keyof Map> = Map[Name] extends {
  readonly answer: infer Answer extends Schema;
}
  ? v.InferInput<Answer>
  : never;

/** An answer as the asking side gets it: checked. */
export type Answer<Map extends MessageMap, Name extends keyof Map> = Map[Name] extends {
  readonly answer: infer Answer extends Schema;
}
  ? v.InferOutput<Answer>
  : never;

/** One line of a message map: wants no answer. */
export function note<Payload extends Schema>(payload: Payload): Note<Payload> {
  return { kind: 'note', payload };
}

/** One line of a message map: wants an answer. */
export function request<Payload extends Schema, Answer extends Schema>(
  payload: Payload,
  answer: Answer,
): Request<Payload, Answer> {
  return { kind: 'request', payload, answer };
}
