import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { World } from '#world.ts'
import { renderEvent } from './emit.ts'
import type { DeliveryRecord, EventRecord } from './records.ts'

const second = 1000
const hour = 3600 * second
/** The real time between delivery attempts: short at first because people are waiting, and then as long as Stripe's. */
const backoff = [1, 5, 30, 120, 600, 3600].map((seconds) => seconds * second)
const giveUpAfterTries = backoff.length + 71
const answerWithinMs = 10 * second
const inFlightAtMost = 8

/**
 * Delivers waiting events, each time with a new signature, until the endpoint accepts them or three days have
 * passed.
 */
export type Courier = {
  /** Holds these deliveries back until `release`, because their request has no response yet. */
  readonly embargo: (deliveries: string[]) => void
  readonly release: (deliveries: string[]) => void
  /** Checks now for events to deliver. New deliveries are found only this way. */
  readonly wake: () => void
  /** Attempts these deliveries now, and waits for the outcome. */
  readonly deliverNow: (deliveries: string[]) => Promise<void>
  /** Waits until each delivery has been attempted, including those delayed by a fault, but not for retries. */
  readonly untilTried: () => Promise<void>
  readonly close: () => Promise<void>
}

export function createCourier(world: World, log: (line: string) => void): Courier {
  const { store, clock } = world
  const embargoed = new Set<string>()
  const inFlight = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const tried = new EventEmitter()

  function wake(): void {
    if (isClosed) return
    clearTimeout(timer)
    let nextAt = Infinity
    for (const delivery of store.deliveries.all()) {
      if (embargoed.has(delivery.id) || inFlight.has(delivery.id)) continue
      if (delivery.next_try_at > clock.real()) nextAt = Math.min(nextAt, delivery.next_try_at)
      else if (inFlight.size < inFlightAtMost) void start(delivery)
      else return
    }
    if (nextAt < Infinity) timer = setTimeout(wake, Math.min(nextAt - clock.real(), hour)).unref()
  }

  function start(delivery: DeliveryRecord): Promise<void> {
    const run = attempt(delivery).finally(() => {
      inFlight.delete(delivery.id)
      wake()
      tried.emit('tried')
    })
    inFlight.set(delivery.id, run)
    return run
  }

  async function attempt(delivery: DeliveryRecord): Promise<void> {
    const event = store.events.get(delivery.event)
    const endpoint = world.config.webhooks.find((one) => one.url === delivery.url)
    if (event === undefined || endpoint === undefined) {
      store.transaction(() => store.deliveries.delete(delivery.id))
      return
    }
    const secret = delivery.is_forged ? 'whsec_not_yours' : endpoint.secret
    const outcome = await post(endpoint.url, event, secret, Math.floor(clock.real() / 1000))
    if (isClosed || store.deliveries.get(delivery.id) === undefined) return
    if (outcome !== 'taken') log(`webhook ${event.type} ${event.id}: ${outcome}`)
    store.transaction(() => settle(delivery, outcome === 'taken'))
  }

  function settle(delivery: DeliveryRecord, isTaken: boolean): void {
    const tries = delivery.tries + 1
    if (isTaken || delivery.is_forged || tries >= giveUpAfterTries) {
      store.deliveries.delete(delivery.id)
      return
    }
    const wait = backoff[Math.min(tries, backoff.length) - 1] ?? hour
    store.deliveries.put({ ...delivery, tries, next_try_at: clock.real() + wait })
  }

  return {
    embargo: (deliveries) => deliveries.forEach((id) => embargoed.add(id)),
    release(deliveries) {
      deliveries.forEach((id) => embargoed.delete(id))
      wake()
    },
    wake,
    async deliverNow(deliveries) {
      const waiting = deliveries.map((id) => store.deliveries.get(id)).filter((one) => one !== undefined)
      await Promise.all(waiting.map((delivery) => inFlight.get(delivery.id) ?? start(delivery)))
    },
    async untilTried() {
      const isWaited = () =>
        !isClosed && (inFlight.size > 0 || [...store.deliveries.all()].some(({ tries }) => tries === 0))
      while (isWaited()) await once(tried, 'tried')
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      tried.emit('tried')
      await Promise.race([Promise.allSettled(inFlight.values()), pause(2 * second)])
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

function sign(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/** Sends an event to an endpoint. A 2xx response accepts the event; a redirect does not. Never throws. */
function post(url: string, event: EventRecord, secret: string, time: number): Promise<string> {
  const body = JSON.stringify(renderEvent(event, 1), null, 2)
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const request = send(
      url,
      {
        method: 'POST',
        timeout: answerWithinMs,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
          'Stripe-Signature': sign(body, secret, time),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      },
      (response) => {
        response.resume()
        const status = response.statusCode ?? 0
        response.once('end', () => resolve(status >= 200 && status < 300 ? 'taken' : `HTTP ${status}`))
        response.once('error', (error) => resolve(error.message))
      },
    )
    request.once('timeout', () => request.destroy(new Error('no answer in time')))
    request.once('error', (error) => resolve(error.message))
    request.end(body)
  })
}
