import { backAt, isTimeZone, type OfficeHours } from '@sotto/hub-api';
import { isEmailAddress, type Clock } from '@sotto/widget-core/api';
import type { AddMail, MailQueue } from '../../accounts/mailQueue';
import type { Database } from '../../db/database';
import type { Conversation } from '../../db/queries/conversations/conversationQueries';
import type { InboxNotices } from './inboxNotices';
import { markWaiting, readPreviews, updateLive } from '../../db/queries/conversations/inboxQueries';
import { insertMessage } from '../../db/queries/conversations/messageQueries';
import { countVotes } from '../../db/queries/conversations/voteQueries';
import type { Widget } from '../../db/queries/hub/widgetQueries';
import type { LiveNotices } from '../../events/liveNotices';
import type { RateCounter } from '../../events/rateCounter';
import { waitingForPerson } from '../../lib/personRequests';
import { readContact } from '../../db/queries/conversations/contactQueries';
import { sayAddressTaken, sayAway } from './awayWords';
import { checkContact, saveContact } from './contacts';
import { newMessage } from './conversations';
import { languageOfVisitor } from '../visitorLanguage';
import { addForAll, recipientsOf } from '../accounts/teams';

/** How many replies a visitor votes down before a person is asked for. */
const BAD_REPLIES = 2;
/** Maximum number of mails per workspace and minute about waiting visitors. */
const MAILS_PER_MINUTE = 3;

/** Why a person is asked for. */
type Cause = 'asked' | 'votes' | 'failure';

/** How the mail to the owner begins. */
const BEGINNINGS: Readonly<Record<Cause, string>> = {
  asked: 'A visitor of your chat asks for a person.',
  votes: 'Two answers of your bot did not help a visitor of your chat.',
  failure: 'An ability of your bot failed while it answered a visitor of your chat.',
};

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
   * Asks for a person, with a message to the visitor, if they have voted two replies down. Call it after each such vote.
   */
  voted(place: Place): Promise<void>;
  /**
   * Asks for a person because an ability of the bot, or a function of the page, failed.
   *
   * @returns what to add to the reply; undefined if the conversation waits already
   */
  toolFailed(place: Place, visitor: Visitor): Promise<string | undefined>;
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
  readonly live: Pick<LiveNotices, 'notify'>;
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

  async function notifyOwner(tx: Database, add: AddMail, { conversation, widget }: Place, cause: Cause): Promise<void> {
    const { ownerId } = widget;
    if (ownerId === null || !(await rates.take(`handover ${ownerId}`, MAILS_PER_MINUTE)).isAllowed) return;
    const [preview] = await readPreviews(tx, [conversation.id]);
    const name = widget.name.replaceAll(/\s+/g, ' ').trim();
    const { addresses, query } = await recipientsOf(tx, ownerId);
    await addForAll(add, addresses, {
      purpose: 'handover',
      accountId: ownerId,
      conversationId: conversation.id,
      subject: `A visitor ${cause === 'asked' ? 'asks for' : 'needs'} a person${name === '' ? '' : `: ${name}`}`,
      text: [
        BEGINNINGS[cause],
        ...(preview?.firstText ? [`They began with: ${preview.firstText.replaceAll(/\s+/g, ' ').trim()}`] : []),
        ...(backAt(widget.config['officeHours'], clock.now()) === undefined
          ? []
          : ['It is outside of your office hours: visitors see when you are back. You can answer at any time.']),
        `Answer here:\n${baseUrl()}/conversations/${conversation.id}${query}`,
        'You get this mail because “Visitors may ask for a person” is on for this widget.',
      ].join('\n\n'),
    });
  }

  const isOffered = ({ conversation, widget }: Place): boolean =>
    widget.ownerId !== null && conversation.trial === null && widget.config['handover'] === true;

  /**
   * @param notice - message for the visitor; undefined: the reply in progress has it
   * @returns false if the conversation waited already
   */
  async function request(place: Place, cause: Cause, notice?: string): Promise<boolean> {
    const { id } = place.conversation;
    const isMarked = await mails.within(db, async (tx, add) => {
      const marked = await markWaiting(tx, id, clock.now());
      if (!marked) return false;
      await notifyOwner(tx, add, place, cause);
      if (notice !== undefined) {
        await updateLive(tx, id, {}, true);
        await insertMessage(tx, newMessage(clock, id, { type: 'bot', text: notice }));
      }
      return true;
    });
    if (!isMarked) return false;
    notices.changed(id, place.widget.ownerId);
    if (notice !== undefined) await options.live.notify(id);
    return true;
  }

  /** What a visitor reads who has not asked for a person themselves. */
  async function notified(place: Place, visitor: Visitor): Promise<string> {
    const parts = [waitingForPerson(visitor.language), await away(place, visitor)];
    return parts.filter((part) => part !== undefined).join(' ');
  }

  async function away(place: Place, { language, timeZone }: Visitor): Promise<string | undefined> {
    const setting = place.widget.config['officeHours'];
    const back = backAt(setting, clock.now());
    if (back === undefined) return undefined;
    const isOwn = timeZone !== undefined && isTimeZone(timeZone);
    const name = isOwn ? timeZone : (setting as OfficeHours).timeZone;
    return sayAway(language, { back, zone: { name, isOwn }, takesAddress: await takesAddress(place) });
  }

  return {
    isOffered,
    async request(place) {
      await request(place, 'asked');
    },
    async voted(place) {
      const { conversation, widget } = place;
      if (!isOffered(place)) return;
      const { down = 0 } = (await countVotes(db, [conversation.id])).get(conversation.id) ?? {};
      if (down < BAD_REPLIES) return;
      const language = languageOfVisitor(widget, conversation);
      await request(place, 'votes', await notified(place, { language, timeZone: undefined }));
    },
    async toolFailed(place, visitor) {
      return (await request(place, 'failure')) ? notified(place, visitor) : undefined;
    },
    away,
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
