// Notices about messages and replies. Loaded before the first message, because when something fails the connection
// may be lost.
export { ListEnd } from './foot/FailureNotice';
export { MessageFoot } from './foot/MessageFoot';
export { PanelDetails } from './PanelDetails';
