/** Maximum nesting of containers: more deeply nested lines are literal text. Contract 3.1. */
export const MAX_NESTING = 32;

/**
 * Maximum length of text passed to the lexer at once, in characters. Some of its rules are quadratic, so this bounds
 * the worst case; a longer paragraph is split.
 */
export const MAX_SEGMENT_LENGTH = 8_000;

/**
 * Maximum number of unmatched emphasis marks, brackets or angle brackets per segment; above it the segment is shown as
 * typed.
 */
export const MAX_DELIMITER_RUNS = 400;

/** Maximum length of a label that waits for its `]`, in characters: brackets around whole sentences are no link. */
export const MAX_HELD_LABEL = 160;

/** Length of a paragraph after which its beginning may be settled, in characters. */
export const PARAGRAPH_SETTLE_LENGTH = 1_000;
/** Additional length after which that is checked again, in characters. */
export const PARAGRAPH_SETTLE_STEP = 250;

/** Maximum length of a run of one mark, such as `*****`. */
export const MAX_MARK_RUN = 256;

/** Maximum length of a link definition that ends without a blank line after it, in characters. */
export const MAX_DEFINITION_LENGTH = 1_000;

/** Maximum number of link definitions (`[name]: address`) in a message; more are ignored. */
export const MAX_DEFINITIONS = 256;

/** Maximum length of a rendered formula, in characters. Contract 3.2. */
export const MAX_FORMULA_LENGTH = 2_000;

/** Maximum size of a picture in a data URL, in bytes (256 KiB). Contract 3.5. */
export const MAX_DATA_IMAGE_BYTES = 262_144;

/** Maximum length of the body of a card, carousel, button group or form, in characters (16 KiB). Contract 3.4. */
export const MAX_RICH_SOURCE_LENGTH = 16_384;

/** Maximum items of a carousel. Contract 3.4. */
export const MAX_CAROUSEL_ITEMS = 20;
/** Maximum buttons of a card or carousel item. Contract 3.4. */
export const MAX_ITEM_BUTTONS = 4;
/** Maximum buttons of a button group. Contract 3.4. */
export const MAX_GROUP_BUTTONS = 12;
/** Maximum fields of a form. Contract 3.4. */
export const MAX_FORM_FIELDS = 40;
/** Maximum options of a `select` or `radio` field. Contract 3.4. */
export const MAX_FIELD_OPTIONS = 200;
/** Maximum nesting of a YAML or JSON value. */
export const MAX_VALUE_DEPTH = 32;
