import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { recordingFirst } from '#foundation/db/database.ts'
import { Failure, InvalidFields } from '#foundation/failures/failure.ts'
import { idempotencyKey } from '#foundation/http/contract/contract.ts'
import type { Answer, AnswerOnce } from '#foundation/http/contract/routes.ts'
import { day } from '#foundation/jobs/prune.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { Interrupted, KeyReused, RepeatedRefusal, StillInProgress } from './errors.ts'
import {
  claimRequest,
  giveUpRequest,
  readRequest,
  recordAct,
  storeAnswer,
  type Claim,
} from './request-store.ts'

/** How long responses are stored, in seconds. */
export const requestsKept = day

/** How long a process that has stored no response is assumed to be running, in seconds. */
const lease = 60
/** How long a repeated request waits for the first one, and how often it checks, in milliseconds. */
const patience = 8_000
const lookEvery = 100

const header = z.string().pipe(idempotencyKey)
const refusal = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})

/**
 * Makes writes repeatable: with the same `Idempotency-Key`, a request runs once and always gets the same response,
 * even across processes. The first change it commits also records that the request has taken effect. If the process
 * is killed before that, a repeat runs. If it is killed afterwards, a repeat is rejected, because the response is
 * lost.
 */
export function createAnswerOnce({ db, clock }: Pick<Services, 'db' | 'clock'>): AnswerOnce {
  return async (request, keyId, act) => {
    const given = request.raw.headers['idempotency-key']
    if (given === undefined) return act()
    const now = clock.now()
    const claim: Claim = {
      keyId,
      idempotencyKey: readKey(given),
      fingerprint: fingerprintOf(request),
      beganAt: now,
      leasedUntil: secondsAfter(now, lease),
    }
    for (let waited = 0; ; waited += lookEvery) {
      if (await claimRequest(db, claim)) return carryOut(claim, act)
      const answer = await findAnswer(claim)
      if (answer !== undefined) return answer
      if (waited >= patience) throw new StillInProgress()
      await wait(lookEvery)
    }
  }

  /** The stored response, or undefined while the first request is running. */
  async function findAnswer(claim: Claim): Promise<Answer | undefined> {
    const known = await readRequest(db, claim)
    if (known === undefined) return undefined
    if (known.fingerprint !== claim.fingerprint) throw new KeyReused()
    const { status, body } = known
    if (status !== null && body !== null) return repeat({ status, body })
    if (known.hasActed && known.leasedUntil < claim.beganAt) throw new Interrupted()
    return undefined
  }

  async function carryOut(claim: Claim, act: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await recordingFirst(db, (tx) => recordAct(tx, claim), act)
      await storeAnswer(db, claim, answer)
      return answer
    } catch (error) {
      if (isFinal(error)) await storeAnswer(db, claim, describeRefusal(error))
      else await giveUpRequest(db, claim)
      throw error
    }
  }
}

function readKey(given: string | string[]): string {
  const { data, error } = header.safeParse(given)
  if (data === undefined) throw new InvalidFields({ 'idempotency-key': error?.issues[0]?.message ?? '' })
  return data
}

function fingerprintOf({ method, routeOptions, params, query, body }: FastifyRequest): string {
  const asked = JSON.stringify([method, routeOptions.url, params, query, body ?? null])
  return createHash('sha256').update(asked).digest('base64url')
}

/** Whether a rejection is final. Our own errors and "try again later" are not. */
function isFinal(error: unknown): error is Failure {
  return error instanceof Failure && error.status < 500 && error.retryAfter === undefined
}

function describeRefusal({ status, code, message, errors, details }: Failure): Answer {
  return { status, body: JSON.stringify({ code, message, errors, details }) }
}

function repeat(answer: Answer): Answer {
  if (answer.status < 400) return answer
  const { details, errors, ...said } = refusal.parse(JSON.parse(answer.body))
  throw new RepeatedRefusal({ status: answer.status, ...said, errors, details })
}
