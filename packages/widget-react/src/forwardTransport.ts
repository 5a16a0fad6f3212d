import type { Transport } from '@sotto/widget-core';

/** A transport that asks the newest one; what it can do is what the first one can do. */
export function forwardTransport(first: Transport, newest: () => Transport): Transport {
  /** The newest one that can do it. */
  const able = <Name extends keyof Transport>(name: Name): Required<Pick<Transport, Name>> => {
    const now = newest();
    return (now[name] ? now : first) as Transport & Required<Pick<Transport, Name>>;
  };
  return {
    send: (request, options) => newest().send(request, options),
    ...(first.resume && { resume: (cursor, options) => able('resume').resume(cursor, options) }),
    ...(first.answer && { answer: (callId, result) => able('answer').answer(callId, result) }),
    ...(first.upload && { upload: (file, options) => able('upload').upload(file, options) }),
    ...(first.vote && { vote: (message, vote) => able('vote').vote(message, vote) }),
    ...(first.identify && { identify: (contact) => able('identify').identify(contact) }),
  };
}
