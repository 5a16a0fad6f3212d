/** A spec that is not played in WebKit. */
interface LeftOut {
  /** The file's name without `.spec.ts`. */
  readonly file: string;
  /** The test's name, or the part of it that tells it apart. */
  readonly name: string;
  readonly reason: string;
}

/**
 * What is left out before it begins, because it would fail for a reason that is not the product's. What asks for
 * something the drivers cannot do leaves itself out.
 */
export const leftOut: readonly LeftOut[] = [
  {
    file: 'screenReader',
    name: 'W-5 W-7 of a chat in which nothing was said',
    reason: 'speech recognition, which WebKitGTK is built without',
  },
  { file: 'wholeWidget', name: 'is saved as a text file named after the conversation', reason: 'a file that is saved' },
  {
    file: 'loaderTalk',
    name: 'each gives the focus back to its own launcher',
    reason: 'a cursor in the text box before the first key, which WebKit denies to a frame of another site',
  },
  {
    file: 'loaderFocus',
    name: 'M4e a press opens with the cursor in the text box',
    reason: 'a cursor in the text box before the first key, which WebKit denies to a frame of another site',
  },
  {
    file: 'loaderFaults',
    name: 'that was led away comes back',
    reason: 'a frame that is led elsewhere: the inspector navigates pages alone',
  },
  {
    file: 'doctor',
    name: 'sees that the page keeps the microphone from the chat',
    reason: 'a page that is told about its Permissions-Policy (`featurePolicy`)',
  },
];
