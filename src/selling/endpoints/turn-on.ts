import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { inTransaction } from '#foundation/db/database.ts'
import { found } from '#foundation/failures/failure.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Services } from '#registry/services.ts'
import { apiVersion } from '#selling/events/contract.ts'
import { callEndpoint, isSuccess, type Called, type Calling } from './call-endpoint.ts'
import { holdEndpoint, type EndpointRow } from './delivery-store.ts'
import { changeEndpoint, planMissed } from './store.ts'

const echoed = z.object({ challenge: z.string() })

/**
 * Sends an endpoint a challenge, and turns it on if the response repeats it, which shows that the URL's owner wants
 * our messages. With `sendMissed`, missed events follow. Otherwise, they can be sent one by one. Returns the response
 * and the endpoint's new state.
 */
export async function turnOn(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  calling: Calling,
  endpoint: EndpointRow,
  sendMissed: boolean,
): Promise<{ readonly endpoint: EndpointRow; readonly called: Called }> {
  const challenge = randomBytes(24).toString('base64url')
  const id = newId()
  const createdAt = clock.now().toISOString()
  const body = JSON.stringify({ id, type: 'endpoint.verify', apiVersion, createdAt, challenge })
  const called = await callEndpoint(calling, endpoint, { id, body })
  const isEchoed = isSuccess(called) && echoOf(called.text) === challenge
  if (!isEchoed) {
    // A receiver that echoes every request has not read the message.
    const failure = isSuccess(called) ? ('no_echo' as const) : called.failure
    return { endpoint, called: { ...called, failure } }
  }
  return { endpoint: await bringOn({ db, clock }, endpoint, sendMissed), called }
}

/** Turns an endpoint on that may receive events. With `sendMissed`, missed events follow. */
export async function bringOn(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  endpoint: EndpointRow,
  sendMissed: boolean,
): Promise<EndpointRow> {
  const now = clock.now()
  const at = sendMissed ? now : null
  if (isOff(endpoint)) await planMissed(db, endpoint, at)
  return inTransaction(db, async (tx) => {
    const held = found(await holdEndpoint(tx, endpoint.id))
    // Something else has changed since the call: the response was for another URL, or the endpoint is already on.
    if (held.url !== endpoint.url || !isOff(held)) return held
    await planMissed(tx, held, at)
    return changeEndpoint(tx, held.id, {
      state: 'on',
      offReason: null,
      offAfter: null,
      failures: 0,
      failingSince: null,
      warnedAt: null,
      restsUntil: null,
      nextDueAt: sendMissed ? now : null,
    })
  })
}

function isOff({ state }: Pick<EndpointRow, 'state'>): boolean {
  return state === 'new' || state === 'off'
}

/** Finds the challenge in a response, either alone or in JSON. */
function echoOf(text: string): string {
  try {
    const parsed = echoed.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.challenge : ''
  } catch {
    return text.trim()
  }
}
