/**
 * Example links of the demo's footer, for every entry that a server can have (specification 2.3). A server that people
 * visit sets its own, or none.
 */
export const DEMO_LINKS = {
  platform: 'https://platform.example.com/',
  apps: [
    { label: 'Chat app (example)', href: 'https://chat-app.example.com/' },
    { label: 'Notes (example)', href: 'https://notes.example.com/' },
    { label: 'Forms (example)', href: 'https://forms.example.com/' },
  ],
  community: 'https://community.example.com/',
  code: 'https://code.example.com/sotto',
  network: 'https://network.example.com/sotto',
  video: 'https://video.example.com/sotto',
  microblog: 'https://microblog.example.com/sotto',
};

process.env.SITE_LINKS ??= JSON.stringify(DEMO_LINKS);
