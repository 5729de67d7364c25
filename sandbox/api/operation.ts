import type { z } from 'zod'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { parseParams } from './params.ts'

export type Context = {
  readonly world: World
  /** The connected account or platform that owns the objects the call sees. */
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
  /** Whether a publishable key can call this. */
  readonly isPublishable: boolean
  /** Whether only the browser script calls this, so that Stripe does not document it. */
  readonly isUndocumented: boolean
  /** Checks the parameters without any effect and returns the remaining work. */
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

/** The id at this name in the path. Throws if the path's template does not have it. */
export function pathId(context: Context, name = 'id'): string {
  const id = context.ids[name]
  if (id === undefined) throw new Error(`${context.path} has no ${name}`)
  return id
}
