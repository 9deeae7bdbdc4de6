/** Opt-out of recording by the reader's browser: Global Privacy Control (`Sec-GPC`) and Do Not Track (`DNT`). */
import type { HttpRequest } from '../wire/message.ts'

/** True for a request in which one of the two headers has the value 1. */
export function optsOutOfRecording({ header }: Pick<HttpRequest, 'header'>): boolean {
  return [header('sec-gpc'), header('dnt')].some((value) => value?.trim() === '1')
}
