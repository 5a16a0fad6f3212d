import { createContext, useContext, type ComponentType, type ReactNode, type Ref } from 'react';
import type { Attachment, Message } from '@sotto/widget-core';
import type { ReasoningPart, ToolPart } from '@sotto/widget-core/api';
import type {
  Block,
  ButtonContent,
  CardContent,
  CodeBlock,
  DiagramBlock,
  FormContent,
  HeadingBlock,
  LinkInline,
  ListBlock,
  MathBlock,
  MediaBlock,
  MediaInline,
  ParagraphBlock,
  PlainBlock,
  QuoteBlock,
  RichBlock,
  RuleBlock,
  SkeletonBlock,
  TableBlock,
} from '@sotto/widget-core/content';
import type { OwnParts } from './ownParts';

/** A component that renders one block. It renders again only when its block changes. */
export type PartComponent<Kind> = ComponentType<{ readonly block: Kind }>;

/** Props of a replaced launcher. */
export interface LauncherProps {
  /** Receives the focus when the chat closes. */
  readonly buttonRef: Ref<HTMLButtonElement>;
  readonly isOpen: boolean;
  /** The number of unread replies. */
  readonly unread: number;
  /** What the button does, in the visitor's language. */
  readonly label: string;
  readonly onClick: () => void;
}

/** Props of a replaced top bar. */
export interface TopBarProps {
  /** Whether this layout can be closed at all. */
  readonly canClose: boolean;
  readonly canMaximize: boolean;
  readonly onClose: () => void;
}

/** The methods of the text box that other components can call. */
export interface ComposerHandle {
  focus(): void;
}

/** Props of a replaced text box; `useDraft` and `useWidget` have the rest. */
export interface ComposerProps {
  /** Lets the widget focus the text box. */
  readonly handle?: Ref<ComposerHandle> | undefined;
}

/** Props of a replaced button of the text box. */
export interface SendButtonProps {
  /** Receives the focus when a focused Stop button disappears. */
  readonly buttonRef: Ref<HTMLButtonElement>;
  /** `send` submits the surrounding form; `stop` ends the reply; `cancel` withdraws a message that waits for its files. */
  readonly does: 'send' | 'stop' | 'cancel';
  /** What it does, in the visitor's language. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/** Props of a replaced message. */
export interface MessageProps {
  /** Undefined while the reply is written; `useMessage` has its text. */
  readonly message: Message | undefined;
  readonly speaker: 'user' | 'bot';
  /** Whether it is the first message that this speaker wrote within two minutes. */
  readonly isFirst: boolean;
  /** Whether it is the last message that this speaker wrote within two minutes. */
  readonly isLast: boolean;
  /** Whether it is the newest message of the conversation. */
  readonly isNewest: boolean;
  /** The widget's own rendering: avatar, files, text, sources and buttons. */
  readonly children: ReactNode;
}

/** Props of a replaced avatar. */
export interface AvatarProps {
  readonly speaker: 'user' | 'bot';
  /** The person who answers instead of the bot. */
  readonly author: Message['author'];
  /** The widget's avatar. */
  readonly children: ReactNode;
}

/** Props of a replaced row of buttons below a reply. `useMessage` has the actions. */
export interface ActionsProps {
  readonly message: Message;
  /** The widget's buttons: copy, read aloud, votes, versions. */
  readonly children: ReactNode;
}

/** Props of a replaced welcome. */
export interface WelcomeProps {
  /** Whether there are no messages yet. Otherwise, only `text`, if any, is shown above the conversation. */
  readonly isEmpty: boolean;
  readonly title: string;
  /** The setting `intro` in the visitor's language, in Markdown; empty if not set. */
  readonly text: string;
  /** The widget's welcome. */
  readonly children: ReactNode;
}

/** Props of a replaced row for tools. It is rendered for tools without a component in `parts.tool`, if `verbose` is set. */
export interface ToolProps {
  readonly tool: ToolPart;
  readonly children: ReactNode;
}

/** Props of a replaced row for reasoning. It is rendered if `verbose` is set. */
export interface ReasoningProps {
  readonly reasoning: ReasoningPart;
  /** Whether the model is still thinking. */
  readonly isLive: boolean;
  readonly children: ReactNode;
}

/** Props of a replaced tile of a file. */
export interface AttachmentProps {
  readonly attachment: Attachment;
  readonly children: ReactNode;
}

/** Props of a replaced list of sources. */
export interface SourcesProps {
  readonly sources: NonNullable<Message['references']>;
  readonly children: ReactNode;
}

/** Props of a replaced buttons of the text box. */
export interface ComposerButtonProps {
  /** Whether the widget is disabled. */
  readonly isDisabled: boolean;
  /** The widget's button; nothing for `ComposerButtons`. */
  readonly children?: ReactNode;
}

/**
 * The parts an owner may replace. `Rich` is the whole of a card, carousel, group of buttons or form before it is read;
 * those four are what came of it. `Link` draws links inside sentences, `Media` pictures, videos and sounds wherever
 * they stand.
 */
export interface WidgetComponents {
  readonly Paragraph: PartComponent<ParagraphBlock>;
  readonly Heading: PartComponent<HeadingBlock>;
  readonly List: PartComponent<ListBlock>;
  readonly Quote: PartComponent<QuoteBlock>;
  readonly Table: PartComponent<TableBlock>;
  readonly Code: PartComponent<CodeBlock>;
  readonly Math: PartComponent<MathBlock>;
  readonly Diagram: PartComponent<DiagramBlock>;
  readonly Media: ComponentType<{ readonly media: MediaBlock | MediaInline }>;
  readonly Rule: PartComponent<RuleBlock>;
  readonly Rich: PartComponent<RichBlock>;
  readonly Card: ComponentType<{ readonly card: CardContent; readonly source?: string }>;
  readonly Carousel: ComponentType<{ readonly items: readonly CardContent[] }>;
  readonly Buttons: ComponentType<{ readonly buttons: readonly ButtonContent[]; readonly source?: string }>;
  readonly Form: ComponentType<{ readonly form: FormContent; readonly source?: string }>;
  readonly Skeleton: PartComponent<SkeletonBlock>;
  readonly Plain: PartComponent<PlainBlock>;
  readonly Link: ComponentType<{ readonly link: LinkInline; readonly children: ReactNode }>;
  readonly Launcher: ComponentType<LauncherProps>;
  readonly TopBar: ComponentType<TopBarProps>;
  readonly Composer: ComponentType<ComposerProps>;
  readonly SendButton: ComponentType<SendButtonProps>;
  /** The file button of the text box. `useAttachments` has what it needs. */
  readonly AttachButton: ComponentType<ComposerButtonProps>;
  /** The microphone of the text box. */
  readonly VoiceButton: ComponentType<ComposerButtonProps>;
  /** Buttons of yours in the text box, before Send. The widget has none there. */
  readonly ComposerButtons: ComponentType<ComposerButtonProps>;
  /** Everything inside a message. */
  readonly Message: ComponentType<MessageProps>;
  readonly Avatar: ComponentType<AvatarProps>;
  readonly Actions: ComponentType<ActionsProps>;
  readonly Welcome: ComponentType<WelcomeProps>;
  readonly Tool: ComponentType<ToolProps>;
  readonly Reasoning: ComponentType<ReasoningProps>;
  readonly Attachment: ComponentType<AttachmentProps>;
  readonly Sources: ComponentType<SourcesProps>;
  /** Between the top bar and the conversation. The widget has nothing there. */
  readonly Header: ComponentType;
  /** Between the text box and the credit line. The widget has nothing there. */
  readonly Footer: ComponentType;
}

/** Everything the owner draws: parts of the widget, parts for tools and data, and messages of one list. */
export interface OwnComponents extends Partial<WidgetComponents> {
  readonly parts?: OwnParts | undefined;
  readonly renderMessage?: ((props: MessageProps) => ReactNode) | undefined;
}

/** The owner's parts; those not named are ours. */
export const ComponentsContext = createContext<OwnComponents>({});

/** The owner's parts. */
export function useOwnComponents(): OwnComponents {
  return useContext(ComponentsContext);
}

/** The parts that receive what the widget would draw as `children`. */
type WrappingName = {
  [Name in keyof WidgetComponents]: WidgetComponents[Name] extends ComponentType<infer Props>
    ? 'children' extends keyof Props
      ? Name
      : never
    : never;
}[keyof WidgetComponents];

/** Props of a part besides `children`. */
type Given<Name extends keyof WidgetComponents> =
  WidgetComponents[Name] extends ComponentType<infer Props> ? Omit<Props, 'children'> : never;

/** Draws the owner's part around what the widget draws, or only the latter where the owner has none. */
export function Replaceable<Name extends WrappingName>({
  name,
  given,
  children,
}: {
  readonly name: Name;
  readonly given: Given<Name>;
  readonly children?: ReactNode;
}) {
  const Own = useOwnComponents()[name] as ComponentType<Given<Name> & { readonly children?: ReactNode }> | undefined;
  return Own ? <Own {...given}>{children}</Own> : children;
}

/** Draws blocks inside blocks. Lists and quotes find it here, because they are drawn by it themselves. */
export const PartsContext = createContext<(blocks: readonly Block[]) => ReactNode>(() => null);

/** The slot of each component: a component keeps its state when it is given again in another object. */
const slots = new WeakMap<object, ComponentType<object>>();

/**
 * Puts each part of the owner into a slot: an element without a box, inside of which the widget's reset does not reach
 * (`widget.css`).
 */
export function toSlots<Parts extends object>(components: Parts): Parts;
export function toSlots<Parts extends object>(components: Parts | undefined): Parts | undefined;
export function toSlots(components: object | undefined): object | undefined {
  return (
    components &&
    Object.fromEntries(
      Object.entries(components).map(([name, Own]: [string, ComponentType<object> | undefined]) => [
        name,
        Own && toSlot(Own),
      ]),
    )
  );
}

function toSlot(Own: ComponentType<object>): ComponentType<object> {
  const known = slots.get(Own);
  if (known) return known;
  const Slot = (props: object) => (
    <span className="sotto-slot">
      <Own {...props} />
    </span>
  );
  slots.set(Own, Slot);
  return Slot;
}
