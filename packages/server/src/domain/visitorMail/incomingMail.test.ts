import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  clientIdOf,
  incomingMailSchema,
  isAutomatic,
  recipientsOf,
  replyText,
  type IncomingMail,
} from './incomingMail';

const mail = (more: object): IncomingMail => v.parse(incomingMailSchema, { MessageID: 'm-1', ...more });
const headers = (all: Record<string, string>): IncomingMail =>
  mail({ Headers: Object.entries(all).map(([Name, Value]) => ({ Name, Value })) });

describe('a mail that comes in', () => {
  it.each([
    ['alone', 'Yes, please.\r\n', 'Yes, please.'],
    [
      'above a quotation',
      'Yes.\n\nOn Fri, Nov 27, 2026 at 9:00 AM Ana <a@b.example> wrote:\n\n> Do you\n> want it?',
      'Yes.',
    ],
    [
      'above a wrapped one',
      'Ja.\n\nAm Fr., 27. Nov. 2026 um 09:00 Uhr schrieb Ana <\na@b.example>:\n> Wollen Sie?',
      'Ja.',
    ],
    ['right above it', 'Yes\nOn Friday the 27th, Ana wrote:\n> What?', 'Yes'],
    ['with a colon of its own', 'Order 17:\nthe blue one\n\n> What?', 'Order 17:\nthe blue one'],
    ['above one of Outlook', 'はい\n\n________________________________\nFrom: Ana', 'はい'],
    ['above a forwarded one', 'Ok\n-----Original Message-----\nFrom: Ana', 'Ok'],
    ['with a signature', 'نعم\n-- \nZoë', 'نعم'],
    ['with a list', '- one -- two\n- three', '- one -- two\n- three'],
    ['below a quotation', 'On Friday the 27th, Ana wrote:\n> What?\n\nThe blue one', 'The blue one'],
    ['between two', 'Hi\n> Which?\nBlue\n> When?\nFriday', 'Hi\nBlue\nFriday'],
    ['below a long one', `${'> words\n'.repeat(5_000)}\nBlue`, 'Blue'],
    [
      'below one of Outlook',
      '-----Original Message-----\nFrom: Ana\n\nBlue',
      '-----Original Message-----\nFrom: Ana\n\nBlue',
    ],
    ['of nothing', '> only a quotation', ''],
  ])('OW-22: keeps what was written %s', (_, TextBody, expected) => {
    expect(replyText(mail({ TextBody }))).toBe(expected);
  });

  it('OW-22: says that attachments are missing, and cuts what is too long, in linear time', () => {
    expect(replyText(mail({ TextBody: 'See here', Attachments: [{}] }))).toBe(
      'See here\n\n(An attachment of this email cannot be shown here.)',
    );
    expect(replyText(mail({ Attachments: [{}, {}] }))).toBe('(2 attachments of this email cannot be shown here.)');
    for (const each of ['a', '\n', '> ', '-', '_', ' ', ':\n'])
      expect(replyText(mail({ TextBody: each.repeat(2_000_000) })).length).toBeLessThanOrEqual(10_000);
  });

  it.each([
    [{ 'Auto-Submitted': 'auto-replied' }, true],
    [{ 'auto-submitted': 'No' }, false],
    [{ Precedence: 'bulk' }, true],
    [{ 'Return-Path': '<>' }, true],
    [{ 'X-Autoreply': 'yes' }, true],
    [{ 'Content-Type': 'multipart/report; report-type=delivery-status' }, true],
    [{ 'List-Id': '<all.example>' }, true],
    [{ 'Message-ID': '<1@x>' }, false],
  ])('OW-22: headers %j are of a program: %s', (given, expected) => {
    expect(isAutomatic(headers(given))).toBe(expected);
  });

  it.each([
    ['MAILER-DAEMON@x.example', true],
    ['noreply@x.example', true],
    ['postman@x.example', false],
  ])('OW-22: %s is a program: %s', (Email, expected) => {
    expect(isAutomatic(mail({ FromFull: { Email } }))).toBe(expected);
  });

  it('OW-22: is one by the id of its sender, and reads all addresses', () => {
    const twice = [headers({ 'Message-Id': '<1@x>' }), { ...headers({ 'message-id': '<1@x>' }), MessageID: 'm-2' }];
    expect(new Set(twice.map(clientIdOf)).size).toBe(1);
    expect(clientIdOf(mail({}))).not.toBe(clientIdOf(headers({ 'Message-Id': '<1@x>' })));
    const to = { OriginalRecipient: 'a@x', ToFull: [{ Email: 'b@x' }], CcFull: [{ Email: 'c@x' }] };
    expect(recipientsOf(mail(to))).toEqual(['a@x', 'b@x', 'c@x']);
  });
});
