/** A reader's wish that nothing is recorded: Global Privacy Control (`Sec-GPC`) and Do Not Track (`DNT`). */
import type { HttpRequest } from '../wire/message.ts'

/** True for a request whose browser sends one of both headers with the value 1. */
export function wantsNoRecord({ header }: Pick<HttpRequest, 'header'>): boolean {
  return [header('sec-gpc'), header('dnt')].some((value) => value?.trim() === '1')
}
