import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '#foundation/db/database.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { callEndpoint, isSuccess, type Called, type Calling } from './call-endpoint.ts'
import {
  claimDeliveries,
  claimEndpoints,
  dropDeliveries,
  releaseEndpoint,
  returnDeliveries,
  saveTries,
  type DueDelivery,
  type EndpointRow,
} from './delivery-store.ts'
import { recordHealth } from './record-health.ts'
import { sendConversion } from './conversions/send-conversion.ts'
import { waitAfter } from './retries.ts'
import { writeEvent } from './write-event.ts'

/**
 * How many endpoints this process handles at the same time, and how many simultaneous calls it makes to each. Healthy
 * and failing endpoints have separate slots, so that hanging endpoints never delay the others.
 */
const pools = [
  { state: 'on', places: 32, atOnce: 4 },
  { state: 'failing', places: 8, atOnce: 1 },
] as const
type Pool = (typeof pools)[number]

/** After this many consecutive rounds of calls, an endpoint moves to the end of the queue. */
const roundsPerTurn = 8
/** How long a process owns an endpoint or an event, in seconds. This is longer than a turn's calls take. */
const turnLease = 120
const callLease = 60
/** How often the process looks for more endpoints while it handles others, in milliseconds. */
const lookedForEvery = 250

export type Delivering = Pick<Services, 'db' | 'clock' | 'log' | 'metrics'> & {
  readonly calling: Calling
  readonly random?: () => number
}

/**
 * Delivers due events until there are no more, or until `stopping`. Returns how many times endpoints had their turn.
 * The claims of a killed process expire, and its events are sent again with the same id.
 */
export async function deliverDue(services: Delivering, stopping: AbortSignal): Promise<number> {
  const { db, clock, log } = services
  const turns = new Map<Promise<void>, Pool>()
  let given = 0
  const begin = (endpoint: EndpointRow, pool: Pool): void => {
    given += 1
    const turn = serveEndpoint(services, endpoint, pool, stopping)
      .catch((error: unknown) => log.warn({ err: error, endpoint: endpoint.id }, 'a delivery round failed'))
      .finally(() => turns.delete(turn))
    turns.set(turn, pool)
  }
  do {
    for (const pool of stopping.aborted ? [] : pools) {
      const { state, places } = pool
      const limit = places - [...turns.values()].filter((taken) => taken === pool).length
      if (limit === 0) continue
      const due = await claimEndpoints(db, clock.now(), { state, limit, lease: turnLease })
      for (const endpoint of due) begin(endpoint, pool)
    }
    if (turns.size > 0) await Promise.race([...turns.keys(), pause(lookedForEvery)])
  } while (turns.size > 0)
  return given
}

/** Handles one endpoint: makes rounds of calls until nothing is due, a round fails, or other endpoints are waiting. */
async function serveEndpoint(
  services: Delivering,
  endpoint: EndpointRow,
  { atOnce }: Pool,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock } = services
  for (let round = 0; round < roundsPerTurn && !stopping.aborted; round += 1) {
    const due = await claimDeliveries(db, endpoint.id, clock.now(), { limit: atOnce, lease: callLease })
    if (due.length === 0) break
    const isWell = await deliverRound(services, endpoint, due, stopping)
    if (!isWell) break
  }
  await releaseEndpoint(db, endpoint.id, clock.now())
}

type Tried = { readonly delivery: DueDelivery; readonly called: Called; readonly at: Date }

/** Returns whether any event was delivered, or need not be. */
async function deliverRound(
  services: Delivering,
  endpoint: EndpointRow,
  due: readonly DueDelivery[],
  stopping: AbortSignal,
): Promise<boolean> {
  const { db, clock } = services
  const outcomes = await Promise.all(
    due.map((delivery) => tryDelivery(services, endpoint, delivery, stopping)),
  )
  const tried = outcomes.filter((outcome) => outcome !== undefined && outcome !== 'needless')
  const needless = due.filter((_, index) => outcomes[index] === 'needless')
  const untried = due.filter((_, index) => outcomes[index] === undefined)
  const now = clock.now()
  if (tried.length > 0) {
    await inTransaction(db, async (tx) => {
      const rows = tried.map((one) => settled(one, now, services.random ?? Math.random))
      await recordHealth(
        tx,
        endpoint.id,
        tried.map(({ called }) => called),
        now,
      )
      await saveTries(tx, endpoint.id, rows, now)
    })
    count(services, tried)
  }
  if (needless.length > 0) {
    await dropDeliveries(
      db,
      endpoint.id,
      needless.map(({ id }) => id),
    )
  }
  // Otherwise only a newer process knows the event's type, and the event waits until the claim ends.
  if (untried.length > 0 && stopping.aborted) {
    const ids = untried.map(({ id }) => id)
    await returnDeliveries(db, endpoint.id, ids, now)
  }
  return needless.length > 0 || tried.some(({ called }) => isSuccess(called))
}

/**
 * Undefined if the process stops first or does not know the type. `needless` if an ad platform does not get this event.
 */
async function tryDelivery(
  services: Delivering,
  endpoint: EndpointRow,
  delivery: DueDelivery,
  stopping: AbortSignal,
): Promise<Tried | 'needless' | undefined> {
  const { db, clock, log, calling } = services
  const at = clock.now()
  try {
    if (endpoint.kind !== 'webhook') {
      const sent = await sendConversion(services, endpoint, delivery, stopping)
      return sent === 'needless' ? sent : { delivery, at, called: sent }
    }
    const body = await writeEvent({ db, clock }, delivery, endpoint.isThin)
    if (body === undefined) return undefined
    return {
      delivery,
      at,
      called: await callEndpoint(calling, endpoint, { id: delivery.publicId, body }, stopping),
    }
  } catch (error) {
    if (stopping.aborted) return undefined
    log.error({ err: error, endpoint: endpoint.id, event: delivery.id }, 'an event could not be sent')
    return { delivery, at, called: { status: 0, failure: 'ours', text: '', took: 0 } }
  }
}

function settled({ delivery, called, at }: Tried, now: Date, random: () => number) {
  const { status, failure, took, text: answer } = called
  const isDone = isSuccess(called)
  const wait = isDone || failure === 'too_old' ? undefined : waitAfter(delivery.attempts, random())
  return {
    eventId: delivery.id,
    isDone,
    nextAttemptAt: wait === undefined ? null : secondsAfter(now, wait),
    attempt: { at: at.toISOString(), status, failure, took },
    answer,
  }
}

function count({ metrics }: Pick<Delivering, 'metrics'>, tried: readonly Tried[]): void {
  for (const { called, delivery } of tried) {
    const isGivenUp = called.failure === 'too_old' || waitAfter(delivery.attempts, 0) === undefined
    const outcome = isSuccess(called) ? 'delivered' : isGivenUp ? 'given_up' : 'failed'
    metrics.deliveries.inc({ outcome })
  }
}
