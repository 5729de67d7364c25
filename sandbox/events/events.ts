import { z } from 'zod'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { createdFilter, pagination, text } from '#api/params.ts'
import type { JsonObject } from '#json.ts'
import { find, ownedBy } from '#payments/find.ts'
import type { World } from '#world.ts'
import { renderEvent } from './emit.ts'
import type { EventRecord } from './records.ts'

export function eventWithPending(world: World, event: EventRecord): JsonObject {
  const waiting = [...world.store.deliveries.all()].filter((delivery) => delivery.event === event.id)
  return renderEvent(event, waiting.length)
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/events/{id}',
  params: z.strictObject({}),
  run: (context) =>
    eventWithPending(
      context.world,
      find(context.world.store.events, context.account, pathId(context), 'event', 'id'),
    ),
})

const list = operation({
  method: 'GET',
  path: '/v1/events',
  params: z.strictObject({
    type: text.optional(),
    types: z.array(text).max(20).optional(),
    created: createdFilter,
    ...pagination,
  }),
  run({ world, account, path }, params) {
    const events = ownedBy(world.store.events, account).filter(
      (event) =>
        (params.type === undefined || asPattern(params.type).test(event.type)) &&
        (params.types === undefined || params.types.includes(event.type)) &&
        isCreatedWithin(event.created, params.created),
    )
    return listPage(events, params, path, (event) => eventWithPending(world, event))
  },
})

/** `charge.*` stands for every event of charges. */
function asPattern(type: string): RegExp {
  return new RegExp(`^${type.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`)
}

export const eventOperations: Operation[] = [retrieve, list]
