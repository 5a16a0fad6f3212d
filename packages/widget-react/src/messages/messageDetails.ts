// Notices about messages and replies. Loaded together, before the first message: when something fails, the
// connection may be gone.
export { ListEnd } from './foot/FailureNotice';
export { MessageFoot } from './foot/MessageFoot';
export { PanelDetails } from './PanelDetails';
