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
 * Sends an endpoint a challenge, and turns it on if the answer repeats it: whoever runs the address wants our messages.
 * With `sendMissed`, what it missed follows; otherwise it can be sent one by one. Returns the answer, and the endpoint as it is
 * then.
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
    // A receiver that answers all is not one that has read the message.
    const failure = isSuccess(called) ? ('no_echo' as const) : called.failure
    return { endpoint, called: { ...called, failure } }
  }
  const now = clock.now()
  const at = sendMissed ? now : null
  if (isOff(endpoint)) await planMissed(db, endpoint, at)
  const turnedOn = await inTransaction(db, async (tx) => {
    const held = found(await holdEndpoint(tx, endpoint.id))
    // Another change came in between: the answer was for another URL, or it is on already.
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
  return { endpoint: turnedOn, called }
}

function isOff({ state }: Pick<EndpointRow, 'state'>): boolean {
  return state === 'new' || state === 'off'
}

/** The challenge in an answer: alone, or in JSON. */
function echoOf(text: string): string {
  try {
    const parsed = echoed.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.challenge : ''
  } catch {
    return text.trim()
  }
}
