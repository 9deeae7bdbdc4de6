/** What add-ons use of the model: its settings, its client. */
export { createModel, type ModelIo } from './llm/client/client.ts'
export type { ModelRequest } from './llm/model.ts'
export type { ModelSettings } from './llm/settings.ts'
