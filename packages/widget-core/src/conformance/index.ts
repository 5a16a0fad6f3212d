export { checkConformance, writeReport, type CheckResult, type ConformanceReport } from './checkConformance';
export type { ConformanceOptions } from './conformanceOptions';
