/**
 * How long a dismissed peek stays hidden, in milliseconds (10 days). Specification, sections 4 and 9; the setting
 * `peekDismissalMs` changes it.
 */
export const PEEK_DISMISSAL_MS = 864_000_000;
/** How long spoken input must be silent before it is sent, in milliseconds. Specification, section 9. */
export const DICTATION_SILENCE_MS = 2_000;
/** How long a link preview may take before its placeholder goes, in milliseconds. Specification, section 9. */
export const LINK_PREVIEW_TIMEOUT_MS = 5_000;
/** How long a tick stays after copying or speaking, in milliseconds. Specification, section 9. */
export const CONFIRMATION_MS = 2_000;
/** How long both vote buttons rest after a vote, in milliseconds. Specification, section 9. */
export const VOTE_PAUSE_MS = 2_000;
/** How long a notice above the text box stays, in milliseconds. `visual.md`, parts. */
export const TOAST_MS = 4_000;
/** How close to the bottom counts as reading the newest message, in CSS pixels. Specification, section 9. */
export const SCROLL_BOTTOM_THRESHOLD_PX = 100;
/** How often the bottom threshold is looked at, in milliseconds. Specification, section 9. */
export const SCROLL_CHECK_INTERVAL_MS = 2_000;
/** After how long without scrolling an interaction is over, in milliseconds. Specification, section 9. */
export const SCROLL_INTERACTION_MS = 1_000;
/** Margin for stopping and anchoring the scroll, in CSS pixels. Specification, section 9. */
export const SCROLL_MARGIN_PX = 10;
/** Margin of the area that is followed, in CSS pixels. Specification, section 9. */
export const SCROLL_AREA_MARGIN_PX = 100;
/** How often a broken widget reloads itself before it shows a plain page. Specification, section 9. */
export const MAX_RELOADS = 3;

/** Popover, in CSS pixels. Specification, section 9; the theme's `popoverWidth` and `popoverHeight` change it. */
export const POPOVER_SIZE = { widthPx: 420, heightPx: 860 } as const;
/** Maximized popover, in CSS pixels, clamped to the window. Specification, section 9. */
export const POPOVER_MAXIMIZED_SIZE = { widthPx: 650, heightPx: 5_000 } as const;
/** Largest popout, in CSS pixels. Specification, section 9. */
export const POPOUT_MAX_SIZE = { widthPx: 680, heightPx: 680 } as const;
/** Width of the slideover, in rem. Specification, section 9. */
export const SLIDEOVER_WIDTH_REM = 30;
/** The box of the center layout, in rem. Specification, section 9. */
export const FRAME_SIZE = { widthRem: 35, heightRem: 50 } as const;

/** Initial messages a page may give. Contract 1.5. */
export const MAX_INITIAL_MESSAGES = 50;
/** All initial messages together, in characters of JSON (64 KiB). Contract 1.5. */
export const MAX_INITIAL_MESSAGES_LENGTH = 65_536;
/** Functions of a page. Contract 1.5. */
export const MAX_FUNCTIONS = 64;
/** One function's definition, in characters of JSON (16 KiB). Contract 1.5. */
export const MAX_FUNCTION_LENGTH = 16_384;
/** The object `meta`, in characters of JSON (16 KiB). Contract 1.5. */
export const MAX_META_LENGTH = 16_384;
/** Longest name or label of a setting, in characters. Long enough for any title. */
export const MAX_SETTING_TEXT_LENGTH = 2_000;
/** Longest address of a setting, in characters: a picture inside an address may have 256 KiB (contract 3.5). */
export const MAX_ADDRESS_LENGTH = 350_000;

/** How many messages are kept and shown from before, at most (contract 5.4). */
export const HISTORY_MAX_MESSAGES = 200;
