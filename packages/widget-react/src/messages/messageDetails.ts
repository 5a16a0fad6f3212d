// What is said about messages and replies. Loaded together, before the first message: when something fails, the
// connection may be gone.
export { ListEnd } from './ListEnd';
export { MessageFoot } from './MessageFoot';
export { ReplyAnnouncer } from './ReplyAnnouncer';
