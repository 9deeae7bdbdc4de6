/**
 * The check that a deployed service has filters: a service without them may ignore a filter and find sections that
 * don't match it.
 */
import { AskError } from '../base/errors.ts'
import { requestJson, type Transport } from './request.ts'

/** Rejects with an `AskError('endpoint')` if the service at `base` has no filters. */
export async function checkFilters(base: string, transport: Transport): Promise<void> {
  const { status } = await requestJson(`${base}/filters`, transport)
  if (status === 404) {
    throw new AskError('endpoint', `${base} has no filters (its /filters is a 404): update ask-service there`)
  }
}
