export { createSite, type Site, type SiteOptions } from './app/createSite';
export { readSiteSettings, type SiteSettings } from './site/siteSettings';
export { createDocsLibrary } from './docs/docsLibrary';
export { createDocsSearch } from './docs/searchDocs';
