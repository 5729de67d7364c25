import type { z } from 'zod'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { parseParams } from './params.ts'

export type Context = {
  readonly world: World
  /** The owner of the objects the call sees: a connected account or the platform. */
  readonly account: string
  /** The ids in the path. */
  readonly ids: Record<string, string>
  readonly keyKind: 'secret' | 'publishable'
  readonly path: string
}

type Prepared = (context: Context) => JsonObject

export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As the API reference writes it: `/v1/payment_intents/{id}/confirm`. */
  readonly path: string
  /** Whether a publishable key can call it. */
  readonly isPublishable: boolean
  /** Called only by the browser's script: the provider does not describe it. */
  readonly isUndocumented: boolean
  /** Checks the parameters and returns the rest of the work: nothing has happened yet. */
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

/** The id named in the path's template; a template without it is our mistake. */
export function pathId(context: Context, name = 'id'): string {
  const id = context.ids[name]
  if (id === undefined) throw new Error(`${context.path} has no ${name}`)
  return id
}
