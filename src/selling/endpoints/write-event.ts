import type { EventType } from '#foundation/events/event-types.ts'
import { event, thinEvent, type EventData, type ThinEvent } from '#selling/events/contract.ts'
import { describeThin, readEventData, type EventRow } from '#selling/events/describe-event.ts'
import type { Services } from '#registry/services.ts'

/**
 * The body that an endpoint gets for an event, read at this moment. Undefined for a type this process does not know.
 */
export async function writeEvent(
  services: Pick<Services, 'db' | 'clock'>,
  row: EventRow,
  isThin: boolean,
): Promise<string | undefined> {
  const thin = describeThin(row)
  if (thin === undefined) return undefined
  return isThin ? writeThin(thin) : writeWhole(thin, await readEventData(services, row, thin.type))
}

function writeThin(described: ThinEvent): string {
  return JSON.stringify(thinEvent.parse(described))
}

function writeWhole(described: ThinEvent, data: EventData): string {
  return JSON.stringify(event.parse({ ...described, data }))
}

/** The body of a test message: an example event, marked as a test. */
export function writeTest(
  example: ThinEvent & { readonly type: EventType; readonly data: EventData },
  isThin: boolean,
): string {
  const body = isThin ? thinEvent.parse(example) : event.parse(example)
  return JSON.stringify({ ...body, test: true })
}
