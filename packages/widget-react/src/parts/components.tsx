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

/** Methods of the text box for other components. */
export interface ComposerHandle {
  focus(): void;
}

/** Props of a replaced text box; use `useDraft` and `useWidget` for the rest. */
export interface ComposerProps {
  /** Lets the widget focus the text box. */
  readonly handle?: Ref<ComposerHandle> | undefined;
}

/** Props of a replaced button of the text box. */
export interface SendButtonProps {
  /** Receives the focus when a focused Stop button disappears. */
  readonly buttonRef: Ref<HTMLButtonElement>;
  /**
   * `send` submits the surrounding form; `stop` stops the reply; `cancel` withdraws a message that waits for its
   * files.
   */
  readonly does: 'send' | 'stop' | 'cancel';
  /** Label in the visitor's language. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/** Props of a replaced message. */
export interface MessageProps {
  /** Undefined while the reply is streaming; use `useMessage` for its text. */
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

/** Props of replaced buttons of the text box. */
export interface ComposerButtonProps {
  /** Whether the widget is disabled. */
  readonly isDisabled: boolean;
  /** The widget's button; nothing for `ComposerButtons`. */
  readonly children?: ReactNode;
}

/**
 * Parts that an owner may replace. `Rich` replaces a whole card, carousel, button group or form before it is parsed;
 * the four individual parts receive the parsed block. `Link` renders all links in text, `Media` all pictures, videos
 * and sounds.
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
  /** The attach button of the text box; use `useAttachments`. */
  readonly AttachButton: ComponentType<ComposerButtonProps>;
  /** The dictation button of the text box. */
  readonly VoiceButton: ComponentType<ComposerButtonProps>;
  /** Additional buttons in the text box, before Send. */
  readonly ComposerButtons: ComponentType<ComposerButtonProps>;
  /** Content of a message. */
  readonly Message: ComponentType<MessageProps>;
  readonly Avatar: ComponentType<AvatarProps>;
  readonly Actions: ComponentType<ActionsProps>;
  readonly Welcome: ComponentType<WelcomeProps>;
  readonly Tool: ComponentType<ToolProps>;
  readonly Reasoning: ComponentType<ReasoningProps>;
  readonly Attachment: ComponentType<AttachmentProps>;
  readonly Sources: ComponentType<SourcesProps>;
  /** Shown between the top bar and the conversation; empty by default. */
  readonly Header: ComponentType;
  /** Shown between the text box and the credit line; empty by default. */
  readonly Footer: ComponentType;
}

/** Everything the owner replaces: parts of the widget, parts for tools and data, and `renderMessage` of a list. */
export interface OwnComponents extends Partial<WidgetComponents> {
  readonly parts?: OwnParts | undefined;
  readonly renderMessage?: ((props: MessageProps) => ReactNode) | undefined;
}

/** The owner's parts; the widget's own are used for all others. */
export const ComponentsContext = createContext<OwnComponents>({});

/** Returns the owner's parts. */
export function useOwnComponents(): OwnComponents {
  return useContext(ComponentsContext);
}

/** Parts that receive the widget's own rendering as `children`. */
type WrappingName = {
  [Name in keyof WidgetComponents]: WidgetComponents[Name] extends ComponentType<infer Props>
    ? 'children' extends keyof Props
      ? Name
      : never
    : never;
}[keyof WidgetComponents];

/** Props of a part, without `children`. */
type Given<Name extends keyof WidgetComponents> =
  WidgetComponents[Name] extends ComponentType<infer Props> ? Omit<Props, 'children'> : never;

/** Renders the owner's part around the widget's rendering, or only the latter if the owner has none. */
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

/** Renders nested blocks. A context, because lists and quotes are themselves rendered by it. */
export const PartsContext = createContext<(blocks: readonly Block[]) => ReactNode>(() => null);

/** The slot of each component, so that a component passed in a new object keeps its state. */
const slots = new WeakMap<object, ComponentType<object>>();

/**
 * Wraps each part of the owner in an element without a box, inside which the widget's CSS reset does not apply
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
