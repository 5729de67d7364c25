import type { z } from 'zod'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { parseParams } from './params.ts'

export type Context = {
  readonly world: World
  /** The connected account or platform whose objects the call can see. */
  readonly account: string
  readonly ids: Record<string, string>
  readonly keyKind: 'secret' | 'publishable'
  readonly path: string
}

type Prepared = (context: Context) => JsonObject

export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As in the API reference: `/v1/payment_intents/{id}/confirm`. */
  readonly path: string
  /** Whether a publishable key can call this operation. */
  readonly isPublishable: boolean
  /** Whether only Stripe's browser script calls this operation, which Stripe therefore does not document. */
  readonly isUndocumented: boolean
  /** Checks the parameters without any effect, and returns a function that does the rest. */
  readonly prepare: (params: JsonObject) => Prepared
}

export function operation<S extends z.ZodType>(definition: {
  method: Operation['method']
  path: string
  params: S
  publishable?: true
  undocumented?: true
  run: (context: Context, params: z.output<S>) => JsonObject
}): Operation {
  return {
    method: definition.method,
    path: definition.path,
    isPublishable: definition.publishable ?? false,
    isUndocumented: definition.undocumented ?? false,
    prepare(params) {
      const parsed = parseParams(definition.params, params)
      return (context) => definition.run(context, parsed)
    },
  }
}

/** Returns the id with this name from the path. Throws if the path has no such part. */
export function pathId(context: Context, name = 'id'): string {
  const id = context.ids[name]
  if (id === undefined) throw new Error(`${context.path} has no ${name}`)
  return id
}
