export { createScriptedModel, type DefaultScript, type ScriptedModel, type ScriptStep } from './scriptedModel';
