/** Whether everything is played (`SOTTO_ALL=1`), not only what `npm test` plays at each change. */
export const PLAYS_ALL = process.env['SOTTO_ALL'] === '1';
