/**
 * Exports for Sotto's other packages. They may change in any release, because all Sotto packages share one version.
 * Apps use the other entries.
 */
export { createFrameBridge, type FrameBridge, type FrameBridgeOptions } from './bridge/frameBridge';
export { createHostSessionSource } from './bridge/hostSessionSource';
export { createHostTransport } from './bridge/hostTransport';
export { isBlockedEmail, isEmailAddress } from './api/emailAddress';
export { addPart, joinText, messageParts } from './api/parts';
export { VOTE_REASON_MAX_LENGTH } from './api/requests';
export { integrationSchema } from './api/schemas';
export {
  CONFIRMATION_MS,
  DICTATION_SILENCE_MS,
  MAX_RELOADS,
  SCROLL_AREA_MARGIN_PX,
  SCROLL_BOTTOM_THRESHOLD_PX,
  SCROLL_CHECK_INTERVAL_MS,
  SCROLL_INTERACTION_MS,
  SCROLL_MARGIN_PX,
} from './config/limits';
export { iconUrl, type IconOptions } from './config/iconUrls';
export { resolveTheme, themeToProperties } from './config/themes';
export { languageName, offeredLanguages } from './config/languages';
export { ENGLISH_WORDS, fillWord, loadWords } from './config/intl';
export { parseAddress } from './lib/parseAddress';
export {
  openingMessages,
  readLayout,
  showsContactForm,
  showsLauncher,
  showsMaximize,
  showsPeek,
  showsStartFirst,
} from './widget/visibility';
