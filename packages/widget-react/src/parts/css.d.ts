/** Style sheets are for the bundler: importing one gives no value. */
declare module '*.css';
