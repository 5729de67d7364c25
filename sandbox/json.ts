import { z } from 'zod'

/** A JSON value in a response. JSON.stringify leaves out undefined fields. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json | undefined }

export const jsonObject: z.ZodType<JsonObject> = z.lazy(() => z.record(z.string(), json))
export const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), jsonObject]),
)

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
