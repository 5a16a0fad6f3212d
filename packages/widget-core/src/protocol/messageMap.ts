import type * as v from 'valibot';

/** A synchronous schema, with its input and output types. */
export type Schema<Written = unknown, Checked = Written> = v.GenericSchema<Written, Checked>;

/** A message without a response. */
export interface Note<Payload extends Schema> {
  readonly kind: 'note';
  readonly payload: Payload;
}

/** A message with a response. */
export interface Request<Payload extends Schema, Answer extends Schema> {
  readonly kind: 'request';
  readonly payload: Payload;
  readonly answer: Answer;
}

/** The messages of one side to the other, by name. */
export type MessageMap = Readonly<Record<string, Note<Schema> | Request<Schema, Schema>>>;

/** Names of the messages without a response. */
export type NoteName<Map extends MessageMap> = {
  [Name in keyof Map]: Map[Name] extends Note<Schema> ? Name : never;
}[keyof Map] &
  string;

/** Names of the messages with a response. */
export type RequestName<Map extends MessageMap> = Exclude<keyof Map & string, NoteName<Map>>;

/** A payload as the sender writes it: defaults may be omitted. */
export type PayloadInput<Map extends MessageMap, Name extends keyof Map> = v.InferInput<Map[Name]['payload']>;

/** A payload as the handler receives it: validated, with defaults. */
export type Payload<Map extends MessageMap, Name extends keyof Map> = v.InferOutput<Map[Name]['payload']>;

/** A response as the handler may return it. */
export type AnswerInput<Map extends MessageMap, Name extends keyof Map> = Map[Name] extends {
  readonly answer: infer Answer extends Schema;
}
  ? v.InferInput<Answer>
  : never;

/** A response as the requester receives it: validated. */
export type Answer<Map extends MessageMap, Name extends keyof Map> = Map[Name] extends {
  readonly answer: infer Answer extends Schema;
}
  ? v.InferOutput<Answer>
  : never;

/** Row of a message map without a response. */
export function note<Payload extends Schema>(payload: Payload): Note<Payload> {
  return { kind: 'note', payload };
}

/** Row of a message map with a response. */
export function request<Payload extends Schema, Answer extends Schema>(
  payload: Payload,
  answer: Answer,
): Request<Payload, Answer> {
  return { kind: 'request', payload, answer };
}
