// Made by `npm run generate` from packages/widget-core/src/config/settings.ts.
/**
 * Settings with capitals in their names that the loader reads. All others go to the frame as they are: it knows the
 * whole list.
 */
export const NAMES = (
  'restoreOpen offsetX offsetY zIndex topLayer launcherSelector tabTitle pageContext ' +
  'dataLayer mobileQuery frameTitle timeoutMs integrationId colorScheme barTitle buttonIcon ' +
  'buttonTitle hideButton voiceIn voiceOut createSession'
).split(' ');

/** Attributes of the triggers, without dashes, and the fields they stand for. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  triggerafter: 'afterSeconds',
  triggerscroll: 'scrollPercent',
  triggerexit: 'exitIntent',
  triggerurl: 'url',
};

/** Settings that an attribute writes as JSON. */
export const JSON_NAMES = /^(theme|meta|contact|messages|intl)$/;
