/** What add-ons use of answers: events, history, tools. */
export type { AnswerEvent, AskReply, KeywordResult, Source } from './answer/event.ts'
export type { HistoryTurn } from './answer/conversation.ts'
export { TOOLS } from './answer/tools/toolbox.ts'
