/** What add-ons use of the question log. */
export type { AnswerLine, LogLine, ParsedLine, SearchLine, VerdictLine } from './question-log/line.ts'
