import { backAt, isTimeZone, type OfficeHours } from '@sotto/hub-api';
import { isEmailAddress, type Clock } from '@sotto/widget-core/api';
import type { AddMail, MailQueue } from '../../accounts/mailQueue';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { InboxNotices } from './inboxNotices';
import { markWaiting, readPreviews } from '../../db/queries/conversations/inboxQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { RateCounter } from '../../events/rateCounter';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { sayAddressTaken, sayAway } from './awayWords';
import { checkContact, saveContact } from './contacts';
import { addForAll, recipientsOf } from '../accounts/teams';

/** Maximum number of mails per workspace and minute about waiting visitors. */
const MAILS_PER_MINUTE = 3;

/** A conversation with its context. */
interface Place {
  readonly conversation: Conversation;
  readonly widget: Widget;
}

/** Handles visitors who ask for a person. */
export interface Handover {
  /** Whether it is possible: the owner has enabled it, and the conversation is not a trial. */
  isOffered(place: Place): boolean;
  /** Marks the conversation as waiting and notifies the owner or team by mail, once until it has been handled. */
  request(place: Place): Promise<void>;
  /**
   * What to add to the reply while nobody is there: when people are back, and how to get the answer by email if that is
   * possible and the visitor has left no address. Undefined during office hours.
   */
  away(place: Place, visitor: Visitor): Promise<string | undefined>;
  /**
   * Stores the address that a waiting visitor writes as their message.
   *
   * @returns the reply; undefined for any other message
   */
  takeAddress(place: Place, visitor: Visitor, text: string): Promise<string | undefined>;
}

/** How to speak to a visitor. */
export interface Visitor {
  /** BCP 47 tag. */
  readonly language: string;
  /** IANA name; undefined if unknown. */
  readonly timeZone: string | undefined;
}

/** Dependencies. */
export interface HandoverOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mails: MailQueue;
  readonly rates: RateCounter;
  readonly notices: InboxNotices;
  /** Public address of the server. */
  readonly baseUrl: () => string;
  /** Whether answers can be mailed to visitors. */
  readonly mailsVisitors: () => boolean;
}

/** Maximum length of a message that consists of an address, and of its other words, in characters. */
const ADDRESS_MESSAGE_MAX = 320;
const WORDS_AROUND_MAX = 40;

/** Makes the one who calls for a person. */
export function createHandover(options: HandoverOptions): Handover {
  const { db, clock, mails, rates, notices, baseUrl } = options;

  /** Whether an address of this visitor would be used: unverified, none known, and nothing personal is withheld. */
  async function takesAddress({ conversation, widget }: Place): Promise<boolean> {
    return (
      options.mailsVisitors() &&
      widget.mailsAnswers &&
      widget.config['privacy'] !== true &&
      conversation.subject === null &&
      !(await readContact(db, conversation.id))?.email
    );
  }

  async function notifyOwner(tx: Database, add: AddMail, { conversation, widget }: Place): Promise<void> {
    const { ownerId } = widget;
    if (ownerId === null || !(await rates.take(`handover ${ownerId}`, MAILS_PER_MINUTE)).isAllowed) return;
    const [preview] = await readPreviews(tx, [conversation.id]);
    const name = widget.name.replaceAll(/\s+/g, ' ').trim();
    const { addresses, query } = await recipientsOf(tx, ownerId);
    await addForAll(add, addresses, {
      purpose: 'handover',
      accountId: ownerId,
      conversationId: conversation.id,
      subject: `A visitor asks for a person${name === '' ? '' : `: ${name}`}`,
      text: [
        'A visitor of your chat asks for a person.',
        ...(preview?.firstText ? [`They began with: ${preview.firstText.replaceAll(/\s+/g, ' ').trim()}`] : []),
        ...(backAt(widget.config['officeHours'], clock.now()) === undefined
          ? []
          : ['It is outside of your office hours: visitors see when you are back. You can answer at any time.']),
        `Answer here:\n${baseUrl()}/conversations/${conversation.id}${query}`,
        'You get this mail because “Visitors may ask for a person” is on for this widget.',
      ].join('\n\n'),
    });
  }

  return {
    isOffered: ({ conversation, widget }) =>
      widget.ownerId !== null && conversation.trial === null && widget.config['handover'] === true,
    async request(place) {
      const isMarked = await mails.within(db, async (tx, add) => {
        const marked = await markWaiting(tx, place.conversation.id, clock.now());
        if (marked) await notifyOwner(tx, add, place);
        return marked;
      });
      if (isMarked) notices.changed(place.conversation.id, place.widget.ownerId);
    },
    async away(place, { language, timeZone }) {
      const setting = place.widget.config['officeHours'];
      const back = backAt(setting, clock.now());
      if (back === undefined) return undefined;
      const isOwn = timeZone !== undefined && isTimeZone(timeZone);
      const name = isOwn ? timeZone : (setting as OfficeHours).timeZone;
      return sayAway(language, { back, zone: { name, isOwn }, takesAddress: await takesAddress(place) });
    },
    async takeAddress(place, { language }, text) {
      const { conversation, widget } = place;
      if (conversation.state !== 'waiting' || text.length > ADDRESS_MESSAGE_MAX) return undefined;
      const words = text.split(/[\s<>()[\]"“”„«»,;:!?。、，：]+/u).map((word) => word.replace(/\.$/, ''));
      const [email, ...others] = words.filter((word) => isEmailAddress(word));
      if (email === undefined || others.length > 0 || text.trim().length - email.length > WORDS_AROUND_MAX)
        return undefined;
      if (!(await takesAddress(place))) return undefined;
      await saveContact(db, clock, conversation.id, checkContact({ email }));
      notices.changed(conversation.id, widget.ownerId);
      return sayAddressTaken(language, email);
    },
  };
}
