import type { SeedDataset } from './seedTypes';

/** Datasets every Hub begins with: short, true, and useful to a bot at once. */
export const SEED_DATASETS: readonly SeedDataset[] = [
  {
    id: 'dataset_http-status',
    name: 'HTTP status codes',
    icon: '🌐',
    tags: ['engineering', 'web'],
    file: 'http-status-codes.md',
    description: 'What each status code means for the one who gets it, and what to do next.',
    text:
      '# HTTP status codes\n\n## 200 OK\n\nThe request worked and the body has the answer.\n\n## 201 ' +
      'Created\n\nSomething new exists; its address is in the `Location` header.\n\n## 204 No ' +
      'Content\n\nIt worked and there is nothing to say. The body is empty.\n\n## 301 and 308 moved for ' +
      'good\n\nThe thing has another address for ever. With 308 the method stays; with 301 old clients ' +
      'turn POST into GET.\n\n## 302, 303 and 307 elsewhere for now\n\n303 says: read the answer there ' +
      'with GET, which is right after a form. 307 keeps the method.\n\n## 304 Not Modified\n\nWhat you ' +
      'have is still good. It answers `If-None-Match` or `If-Modified-Since`.\n\n## 400 Bad Request\n\nThe ' +
      'request itself is wrong: broken JSON, a missing field. Sending it again will not help.\n\n## 401 ' +
      'Unauthorized\n\nNobody is known. Sign in, or send a token that still works.\n\n## 403 ' +
      'Forbidden\n\nYou are known and may not. Another account may.\n\n## 404 Not Found\n\nThere is ' +
      'nothing here, or nothing that you may know of.\n\n## 409 Conflict\n\nIt contradicts what is there: ' +
      'a taken name, an older version. Read again, then repeat.\n\n## 410 Gone\n\nIt was here and will not ' +
      'come back.\n\n## 413 Content Too Large\n\nThe body is larger than the server takes. Send less, or ' +
      'in parts.\n\n## 422 Unprocessable Content\n\nThe form is right and the content is not: an end ' +
      'before its beginning.\n\n## 429 Too Many Requests\n\nSlow down. `Retry-After` says for how many ' +
      'seconds.\n\n## 500 Internal Server Error\n\nThe server failed in a way nobody foresaw. Repeat later;' +
      ' if it stays, report it with the request id.\n\n## 502, 503 and 504 behind the server\n\n502: the ' +
      'one behind answered nonsense. 503: not at the moment, `Retry-After` may say when. 504: the one ' +
      'behind took too long.\n',
  },
  {
    id: 'dataset_csp',
    name: 'Content Security Policy cookbook',
    icon: '🛡️',
    tags: ['security', 'web'],
    file: 'csp-cookbook.md',
    description: 'Directives in plain words and recipes for the cases that come up: scripts, styles, frames, reports.',
    text:
      '# Content Security Policy cookbook\n\n## Where the policy goes\n\nInto the response header ' +
      '`Content-Security-Policy`. A `<meta>` element works for most directives, but not for ' +
      "`frame-ancestors`, `report-to` and `sandbox`.\n\n## Begin strict\n\n`default-src 'none'` and then " +
      'allow what the page really needs. What is not named falls back to `default-src`.\n\n## Allow own ' +
      "scripts only\n\n`script-src 'self'`. Inline scripts stop working, which is the point. Move them " +
      "into files.\n\n## Allow one inline script\n\nPut its SHA-256 into the policy: `script-src 'self' " +
      "'sha256-…'`. For pages that are rendered for each visitor a nonce is easier: `'nonce-…'`, new for " +
      "every response.\n\n## Styles\n\n`style-src 'self'` stops inline `<style>` elements. Style " +
      'attributes have a directive of their own, `style-src-attr`.\n\n## Pictures and fonts\n\n`img-src ' +
      "'self' data:` for pictures written into the page; `font-src 'self'` for own typefaces.\n\n## Calls " +
      'to an API\n\n`connect-src` governs fetch, event streams and web sockets. A web socket needs ' +
      "`wss://host` of its own.\n\n## Who may embed the page\n\n`frame-ancestors 'none'` keeps the page " +
      "out of every frame and protects against clickjacking. `'self'` allows the own site.\n\n## Try " +
      'without breaking\n\n`Content-Security-Policy-Report-Only` reports and blocks nothing. Leave it for ' +
      "a week, read the reports, then enforce.\n\n## Trusted Types\n\n`require-trusted-types-for 'script'` " +
      'makes the browser refuse plain strings where HTML or script is written. Libraries must then make ' +
      'such values through a policy.\n',
  },
  {
    id: 'dataset_accessibility',
    name: 'Accessibility checklist',
    icon: '♿',
    tags: ['accessibility', 'web', 'design'],
    file: 'accessibility-checklist.md',
    description: 'What to look at on a page so that everybody can use it, with how to check each point in a minute.',
    text:
      '# Accessibility checklist\n\n## Keyboard\n\nPut the mouse away. Everything that can be clicked is ' +
      'reached with Tab, worked with Enter or Space, and left again. The focus is always visible.\n\n## ' +
      'Focus order\n\nThe focus follows the reading order. A dialog takes the focus, keeps it, and gives ' +
      'it back when it closes.\n\n## Contrast\n\nText has at least 4.5 to 1 against what is behind it, ' +
      'large text and the edges of controls 3 to 1. Check the quiet grey first.\n\n## Names of ' +
      'controls\n\nEvery field has a label that is always there. A button with an icon alone has a name. A ' +
      'placeholder is no label.\n\n## Headings\n\nOne `h1`, then no level left out. Read the headings ' +
      'alone: do they tell the page?\n\n## Pictures\n\nThe alternative text says what the picture is for. ' +
      'Decoration has an empty one.\n\n## Zoom and small screens\n\nAt 400 percent, or 320 pixels, nothing ' +
      'is cut off and nothing scrolls sideways, tables and code excepted.\n\n## Motion\n\nWith ' +
      '`prefers-reduced-motion` nothing slides or zooms. Nothing flashes more than three times a ' +
      'second.\n\n## Errors in forms\n\nThe message stands at the field, in words, says how to mend it, ' +
      'and is announced. Colour alone says nothing.\n\n## Language\n\nThe page says its language; ' +
      'quotations in another one say theirs.\n\n## Live changes\n\nWhat appears without a reload (a toast, ' +
      'a result count) is announced politely, once.\n',
  },
  {
    id: 'dataset_writing-guide',
    name: 'House style for help texts',
    icon: '✍️',
    tags: ['writing', 'support'],
    file: 'help-text-style.md',
    description:
      'How help pages and error messages are written: voice, order, words to avoid, and examples before and after.',
    text:
      '# House style for help texts\n\n## Voice\n\nCalm, direct, on the side of the reader. "You" for the ' +
      'reader, "we" for us. No exclamation marks, no jokes in an error.\n\n## Order of a help page\n\nThe ' +
      'answer in the first two lines. Then the steps. Then what can go wrong. Background last, or on ' +
      'another page.\n\n## Steps\n\nOne action a step, begun with the verb, with the words that stand on ' +
      'the screen: choose **Settings**. Say what should be seen afterwards.\n\n## Error messages\n\nWhat ' +
      'happened, why, what to do. "The file is larger than 10 MB. Choose a smaller one" instead of "Upload ' +
      'failed".\n\n## Words to avoid\n\n"Simply", "just", "obviously": they tell the one who is stuck that ' +
      'it is their fault. "Please" only where we ask a favour. "Utilise" is use.\n\n## Numbers and ' +
      'units\n\nDigits from two on. A space between number and unit. Dates with the month as a word.\n\n## ' +
      'Titles\n\nThe question in the reader\'s words: "Change your email address", not "Email address ' +
      'management".\n\n## Before and after\n\nBefore: "An error has occurred while processing your ' +
      'request." After: "We could not save your address, because the post code is missing."\n',
  },
  {
    id: 'dataset_keyboard',
    name: 'Keyboard patterns for web parts',
    icon: '⌨️',
    tags: ['accessibility', 'engineering'],
    file: 'keyboard-patterns.md',
    description: 'Which keys people expect in menus, tabs, dialogs, lists and text boxes.',
    text:
      '# Keyboard patterns for web parts\n\n## Button\n\nEnter and Space press it. A link reacts to Enter ' +
      'only.\n\n## Menu\n\nEnter, Space or Arrow down open it and go to the first entry. Arrows move, Home ' +
      'and End jump, a letter jumps to the entry that begins with it, Escape closes it and returns to the ' +
      'button.\n\n## Tabs\n\nTab goes to the chosen tab, then into its panel. Arrows choose another ' +
      'tab.\n\n## Dialog\n\nThe focus goes inside, stays there, and Escape closes it. Then it returns to ' +
      'where it was.\n\n## Disclosure\n\nEnter and Space open and close. The focus stays on the ' +
      'button.\n\n## Combobox\n\nTyping filters, Arrow down goes into the list, Enter takes the entry, ' +
      'Escape closes the list first and empties the box second.\n\n## List with choice\n\nArrows move, ' +
      'Space chooses, Shift with arrows widens the choice, Control with A takes all.\n\n## Text box of a ' +
      'chat\n\nEnter sends, Shift with Enter makes a new line. While an input method is composing, Enter ' +
      'belongs to it.\n\n## Slider\n\nArrows move by one step, Page up and Page down by ten, Home and End to the ends.\n',
  },
];
