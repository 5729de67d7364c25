import { isId } from '#foundation/db/new-id.ts'
import { found } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { eventsContract } from './contract.ts'
import { describeThin, mayReadData, readEventData } from './describe-event.ts'
import { findEvent, listEvents } from './store.ts'

export function eventsHandlers(services: Services): Handlers<typeof eventsContract> {
  const { db } = services
  return {
    async listEvents({ caller, query }) {
      const rows = await listEvents(db, caller.sellerId, query)
      const shown = rows.slice(0, query.limit)
      const data = []
      for (const row of shown) {
        const thin = describeThin(row)
        if (thin === undefined) continue
        const isThin = query.thin || !mayReadData(caller, thin.type)
        data.push(isThin ? thin : { ...thin, data: await readEventData(services, row, thin.type) })
      }
      return { data, hasMore: rows.length > shown.length }
    },

    async readEvent({ caller, params }) {
      const row = found(isId(params.id) ? await findEvent(db, caller.sellerId, params.id) : undefined)
      const thin = found(describeThin(row))
      const isShown = mayReadData(caller, thin.type)
      return { ...thin, data: isShown ? await readEventData(services, row, thin.type) : {} }
    },
  }
}
