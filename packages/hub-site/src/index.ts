export { createSite, type Site, type SiteOptions } from './site/createSite';
export { readSiteSettings, type SiteSettings } from './site/siteSettings';
