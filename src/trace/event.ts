/** The parts that all events for a collector have. */
import type { Redact } from '../base/redact.ts'
import type { CaptureContent } from './settings.ts'

/** Context of an event. */
export interface EventContext {
  readonly content: CaptureContent
  readonly redact: Redact
  /** Id of the event and of its anonymous reader. */
  readonly uuid: string
  /** Time of the event, in ms from 1970. */
  readonly atMs: number
  /** Version of this program. */
  readonly version: string
}

/** An event in the collector's format. */
export interface TraceEvent {
  readonly event: '$ai_generation' | '$ai_feedback'
  /** An event that is sent twice is counted once. */
  readonly uuid: string
  readonly distinct_id: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** An event of this name. */
export function createEvent(
  event: TraceEvent['event'],
  { uuid, atMs }: EventContext,
  properties: TraceEvent['properties'],
): TraceEvent {
  return { event, uuid, distinct_id: uuid, timestamp: new Date(atMs).toISOString(), properties }
}

/** The properties of any event on the answer with this id, which is the id of its trace. */
export function commonProperties(answer: string, { version }: EventContext) {
  return {
    $ai_trace_id: answer,
    // No profile of the reader is made, and the server's address says nothing about the reader's place.
    $process_person_profile: false,
    $geoip_disable: true,
    $lib: 'ask-service',
    $lib_version: version,
    ask_version: version,
  }
}
