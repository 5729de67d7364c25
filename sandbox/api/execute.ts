import type { CallFault } from '#faults/script.ts'
import type { Json, JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import type { Api } from './api.ts'
import type { Caller } from './authenticate.ts'
import { ApiError, internalError } from './errors.ts'
import { expandObject } from './expand.ts'
import { errorFault, isStored } from './injected.ts'
import type { Context } from './operation.ts'
import type { LoggedRequest } from './request-log.ts'
import type { Match } from './router.ts'

export type Answer = {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string>
}

type Call = Match & {
  readonly run: (context: Context) => JsonObject
  readonly expand: Json | undefined
  readonly caller: Caller
  readonly entry: LoggedRequest
  readonly fault: CallFault | undefined
  readonly fingerprint: string
}

type Executed = {
  readonly answer: Answer
  readonly deliveries: { beforeAnswer: string[]; later: string[] }
}

/**
 * Runs an operation in one uninterrupted step: its effects, events and the response for its key are journaled together
 * before they become visible.
 */
export function execute(api: Api, call: Call): Executed {
  const { world } = api
  const request = {
    id: call.entry.id,
    idempotencyKey: call.entry.idempotency_key,
    deliveries: newDeliveries(),
  }
  world.request = request
  try {
    const answer = world.store.transaction(() => {
      const attempt = attemptCall(api, call)
      storeAnswer(api, call, attempt)
      return attempt.answer
    })
    if (call.caller.keyKind === 'secret') api.checker?.checkAnswer(call, answer, call.expand)
    return { answer, deliveries: request.deliveries }
  } finally {
    world.request = undefined
  }
}

function newDeliveries() {
  return { beforeAnswer: new Array<string>(), later: new Array<string>() }
}

type Attempt = {
  readonly answer: Answer
  readonly isStored: boolean
}

function attemptCall(api: Api, call: Call): Attempt {
  const { fault } = call
  try {
    if (fault?.kind === 'error') {
      const error = errorFault(fault)
      return { answer: asAnswer(error), isStored: isStored(fault) }
    }
    return { answer: runOperation(api.world, call), isStored: true }
  } catch (error) {
    if (error instanceof ApiError) return { answer: asAnswer(error), isStored: true }
    api.log(
      `${call.entry.method} ${call.entry.path}: ${error instanceof Error ? error.stack : String(error)}`,
    )
    return { answer: asAnswer(internalError()), isStored: true }
  }
}

/** Returns a decline as a value instead of throwing it, because a transaction that throws loses its effects. */
function runOperation(world: World, call: Call): Answer {
  const result = world.store.transaction(() => {
    try {
      const context: Context = {
        world,
        account: call.caller.account,
        ids: call.ids,
        keyKind: call.caller.keyKind,
        path: call.entry.path,
      }
      return expandObject(world, call.run(context), call.expand)
    } catch (error) {
      if (error instanceof ApiError && error.commitsEffects) return error
      throw error
    }
  })
  if (result instanceof ApiError) return asAnswer(result)
  return { status: 200, body: JSON.stringify(result, null, 2), headers: {} }
}

function storeAnswer(api: Api, call: Call, attempt: Attempt): void {
  const { entry, caller } = call
  if (entry.idempotency_key === null || !attempt.isStored) return
  api.keys.save(caller.account, entry.idempotency_key, {
    fingerprint: call.fingerprint,
    request_id: entry.id,
    status: attempt.answer.status,
    body: attempt.answer.body,
  })
}

function asAnswer(error: ApiError): Answer {
  return { status: error.status, body: JSON.stringify(error.body, null, 2), headers: error.headers }
}
