import { recordAudit } from '#accounts/audit/record-audit.ts'
import { originOf } from '#accounts/identity/notify.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { isId, newId } from '#foundation/db/new-id.ts'
import { found, InvalidFields, NotFound } from '#foundation/failures/failure.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { problemOfAddress } from '#foundation/http/public-address.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import type { sentEventsContract } from '#selling/sent-events/contract.ts'
import { mayReadData } from '#selling/events/describe-event.ts'
import { callEndpoint, type Calling } from './call-endpoint.ts'
import { mostEndpoints, type endpointsContract } from './contract.ts'
import { holdEndpoint, type EndpointRow } from './delivery-store.ts'
import { describeCall, describeDelivery, describeEndpoint, describeSent } from './describe-endpoint.ts'
import { addressText, EndpointOff, TooManyEndpoints } from './errors.ts'
import { exampleOf } from './example-event.ts'
import { notifyOfAct } from './notify-of-endpoint.ts'
import { turnOff } from './record-health.ts'
import { newSecret, secretText } from './secret.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  isSaleOf,
  listDeliveries,
  listEndpoints,
  listOfSale,
  planAgain,
  readFormSold,
} from './store.ts'
import { turnOn } from './turn-on.ts'
import { writeEvent, writeTest } from './write-event.ts'

const deliveriesPerPage = 25
/** How long the previous secret is also used to sign, in seconds. */
const oldSecretFor = 24 * 60 * 60

/** How many deliveries a sale shows. */
const mostOfSale = 50

export function sentEventsHandlers({ db }: Pick<Services, 'db'>): Handlers<typeof sentEventsContract> {
  return {
    async listSentEvents({ caller, params }) {
      const { id } = params
      if (!isId(id) || !(await isSaleOf(db, caller.sellerId, id))) throw new NotFound()
      const rows = await listOfSale(db, caller.sellerId, id, mostOfSale)
      return { data: rows.flatMap((row) => describeSent(row) ?? []) }
    },
  }
}

/** `deliver` wakes the deliveries. */
export function endpointsHandlers(
  services: Services,
  calling: Calling,
  deliver: () => void,
): Handlers<typeof endpointsContract> {
  const { db, clock, limiter } = services
  const { box } = calling

  async function findOwn({ sellerId }: Pick<Caller, 'sellerId'>, id: string): Promise<EndpointRow> {
    return found(isId(id) ? await findEndpoint(db, sellerId, id) : undefined)
  }

  const describe = (row: EndpointRow) => describeEndpoint(db, row, clock.now())

  function checkUrl(url: string | undefined): void {
    const problem = url === undefined ? undefined : problemOfAddress(url, calling.allowsLoopback)
    if (problem !== undefined) throw new InvalidFields({ url: addressText(problem) })
  }

  /** Endpoints can be used to call strangers' servers, so the number per shop is limited. */
  const takeCall = ({ sellerId: subject }: Pick<Caller, 'sellerId'>) =>
    limiter.take([{ rule: 'endpointCallOfSeller', subject }])

  async function findSent(
    caller: Caller,
    { id, eventId }: { readonly id: string; readonly eventId: string },
  ) {
    const endpoint = await findOwn(caller, id)
    const row = found(isId(eventId) ? await findDelivery(db, endpoint.id, eventId) : undefined)
    return { endpoint, row }
  }

  return {
    async listEndpoints({ caller }) {
      const rows = await listEndpoints(db, caller.sellerId)
      return { endpoints: await Promise.all(rows.map(describe)) }
    },

    async createEndpoint({ caller, body, request }) {
      checkUrl(body.url)
      const { sellerId, userId: actorId } = caller
      const [id, secret, at] = [newId(), newSecret(), clock.now()]
      const row = await inTransaction(db, async (tx) => {
        if ((await listEndpoints(tx, sellerId)).length >= mostEndpoints) throw new TooManyEndpoints()
        await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'endpoints.create' })
        const added = await insertEndpoint(tx, {
          id,
          sellerId,
          keyId: null,
          ...body,
          secret: box.close(secret, id),
          createdAt: at,
        })
        await notifyOfAct(tx, added, { act: 'added', userId: actorId, at, origin: originOf(request) })
        return added
      })
      return { endpoint: await describe(row), secret: secretText(secret) }
    },

    async updateEndpoint({ caller, params, body, request }) {
      checkUrl(body.url)
      const { id } = await findOwn(caller, params.id)
      const { sellerId, userId: actorId } = caller
      const row = await inTransaction(db, async (tx) => {
        const held = found(await holdEndpoint(tx, id))
        const isElsewhere = body.url !== undefined && body.url !== held.url
        const at = clock.now()
        if (isElsewhere && held.state !== 'new') await turnOff(tx, held, 'seller', at)
        await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'endpoints.update' })
        if (isElsewhere)
          await notifyOfAct(tx, held, { act: 'redirected', userId: actorId, at, origin: originOf(request) })
        return changeEndpoint(tx, id, {
          ...givenColumns(body),
          // A stranger may own the new URL, so it counts as one that has never responded, with no failures yet.
          ...(isElsewhere && { failures: 0, failingSince: null, succeededAt: null }),
        })
      })
      return describe(row)
    },

    async deleteEndpoint({ caller, params }) {
      const { id, name } = await findOwn(caller, params.id)
      const { sellerId, userId: actorId } = caller
      await inTransaction(db, async (tx) => {
        await deleteEndpoint(tx, id)
        await recordAudit(tx, {
          at: clock.now(),
          actorId,
          sellerId,
          subjectId: id,
          action: 'endpoints.delete',
        })
      })
      return { name }
    },

    async turnOnEndpoint({ caller, params, body }) {
      const endpoint = await findOwn(caller, params.id)
      await takeCall(caller)
      const { endpoint: row, called } = await turnOn(services, calling, endpoint, body.sendMissed)
      deliver()
      return { endpoint: await describe(row), result: describeCall(called) }
    },

    async turnOffEndpoint({ caller, params }) {
      const { id } = await findOwn(caller, params.id)
      const row = await inTransaction(db, async (tx) => {
        const held = found(await holdEndpoint(tx, id))
        if (held.state === 'on' || held.state === 'failing') await turnOff(tx, held, 'seller', clock.now())
        return found(await holdEndpoint(tx, id))
      })
      return describe(row)
    },

    async changeEndpointSecret({ caller, params, request }) {
      const { id } = await findOwn(caller, params.id)
      const secret = newSecret()
      const { sellerId, userId: actorId } = caller
      const row = await inTransaction(db, async (tx) => {
        const at = clock.now()
        const held = found(await holdEndpoint(tx, id))
        const { secret: oldSecret } = held
        await recordAudit(tx, { at, actorId, sellerId, subjectId: id, action: 'endpoints.change-secret' })
        await notifyOfAct(tx, held, { act: 'secret', userId: actorId, at, origin: originOf(request) })
        return changeEndpoint(tx, id, {
          secret: box.close(secret, id),
          oldSecret,
          oldSecretUntil: secondsAfter(at, oldSecretFor),
        })
      })
      return { endpoint: await describe(row), secret: secretText(secret) }
    },

    async testEndpoint({ caller, params, body }) {
      const endpoint = await findOwn(caller, params.id)
      const form = found(await readFormSold(db, caller.sellerId, body.formId))
      await takeCall(caller)
      const example = exampleOf(body.type, form, clock.now())
      const request = writeTest(example, endpoint.isThin)
      const called = await callEndpoint(calling, endpoint, { id: example.id, body: request })
      return { ...describeCall(called), request }
    },

    async listDeliveries({ caller, params, query }) {
      const endpoint = await findOwn(caller, params.id)
      const rows = await listDeliveries(db, endpoint, query, deliveriesPerPage)
      const shown = rows.slice(0, deliveriesPerPage)
      return {
        data: shown.flatMap((row) => describeDelivery(row, endpoint) ?? []),
        hasMore: rows.length > shown.length,
      }
    },

    async readDelivery({ caller, params }) {
      const { endpoint, row } = await findSent(caller, params)
      const delivery = found(describeDelivery(row, endpoint))
      const isThin = endpoint.isThin || !mayReadData(caller, delivery.event.type)
      return { ...delivery, request: found(await writeEvent(services, row, isThin)), answer: row.answer }
    },

    async sendAgain({ caller, params }) {
      const { endpoint, row } = await findSent(caller, params)
      const on = await inTransaction(db, async (tx) => {
        const held = found(await holdEndpoint(tx, endpoint.id))
        if (held.state === 'new' || held.state === 'off') throw new EndpointOff()
        await planAgain(tx, held.id, row.id, clock.now())
        return held
      })
      deliver()
      return found(describeDelivery(found(await findDelivery(db, on.id, row.publicId)), on))
    },
  }
}
