import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { renderEvent } from './emit.ts'
import type { EventRecord } from './records.ts'

export function eventWithPending(world: World, event: EventRecord): JsonObject {
  const waiting = [...world.store.deliveries.all()].filter((delivery) => delivery.event === event.id)
  return renderEvent(event, waiting.length)
}
