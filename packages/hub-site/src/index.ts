export { createSite, renderNotFound, type Site, type SiteOptions } from './site';
