/** What add-ons use of answers: events, history, tools. */
export type { AnswerEvent, AskReply, KeywordResult, Source } from './answer/events/event.ts'
export type { HistoryTurn } from './answer/events/history.ts'
export { TOOLS } from './answer/tools/toolbox.ts'
