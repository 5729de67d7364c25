import { z } from 'zod'
import type { JsonObject } from '#json.ts'
import { invalidRequest, type ApiError } from './errors.ts'

/* The kinds of form values. All arrive as strings and are checked and converted here. */

export const naturalNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'integer')
  .transform(Number)
export const boolean = z.enum(['true', 'false'], 'boolean').transform((text) => text === 'true')
export const text = z.string().min(1, 'empty').max(5000, 'long')
export const email = z
  .string()
  .regex(/^[^\s@]+@[^\s@]+\.?[^\s@]*$/, 'email')
  .max(512, 'email')
export const url = z.url({ protocol: /^https?$/, error: 'url' })
export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'country')
  .transform((code) => code.toUpperCase())

/** An empty text clears a value where Stripe allows it, and is parsed as null. */
export function emptyable<S extends z.ZodType>(schema: S) {
  return z.union([z.literal('').transform(() => null), schema])
}

/** Accepts up to 50 keys of 40 characters with values of 500 characters. An empty value removes its key. */
export const metadata = z
  .record(z.string().min(1).max(40, 'metadata_key'), z.string().max(500, 'metadata_value'))
  .refine((entries) => Object.keys(entries).length <= 50, 'metadata_count')

export const address = z.strictObject({
  city: emptyable(text).optional(),
  country: emptyable(text).optional(),
  line1: emptyable(text).optional(),
  line2: emptyable(text).optional(),
  postal_code: emptyable(text).optional(),
  state: emptyable(text).optional(),
})

export const pagination = {
  limit: naturalNumber.refine((limit) => limit >= 1 && limit <= 100, 'limit').optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

/** A list's `created` filter: a second or a range of seconds. */
export const createdFilter = z
  .union([
    naturalNumber,
    z.strictObject({
      gt: naturalNumber.optional(),
      gte: naturalNumber.optional(),
      lt: naturalNumber.optional(),
      lte: naturalNumber.optional(),
    }),
  ])
  .optional()

/** @throws ApiError 400 for the first invalid parameter, with Stripe's wording */
export function parseParams<S extends z.ZodType>(schema: S, params: JsonObject): z.output<S> {
  const parsed = schema.safeParse(params, { reportInput: true })
  if (parsed.success) return parsed.data
  throw asApiError(parsed.error.issues)
}

function asApiError(issues: readonly z.core.$ZodIssue[]): ApiError {
  const issue = mostTelling(issues)
  if (issue === undefined) return invalidRequest('Invalid request.')
  const param = paramName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => paramName([...issue.path, key]))
    if (unknown.includes('payment_method_types')) return paymentMethodTypesRemoved()
    const plural = unknown.length > 1 ? 's' : ''
    return invalidRequest(`Received unknown parameter${plural}: ${unknown.join(', ')}`, {
      code: 'parameter_unknown',
      param: unknown[0] ?? param,
    })
  }
  if (issue.input === undefined && issue.code !== 'custom') {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  return wrongValue(issue, param)
}

function paymentMethodTypesRemoved(): ApiError {
  return invalidRequest(
    'The `payment_method_types` parameter is no longer supported. Use `automatic_payment_methods`, `allowed_payment_method_types` or `excluded_payment_method_types`.',
    { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
  )
}

/** The problem to report, from the variant that matches best. Unknown parameters are reported first. */
function mostTelling(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0]
  if (issue?.code !== 'invalid_union') return issue
  const branches = issue.errors.map(mostTelling).filter((one) => one !== undefined)
  const deepest = branches.toSorted((a, b) => b.path.length - a.path.length)[0]
  const best = deepest !== undefined && deepest.path.length > 0 ? deepest : (branches.at(-1) ?? deepest)
  if (best === undefined) return issue
  return { ...best, path: [...issue.path, ...best.path] }
}

function paramName(path: readonly PropertyKey[]): string {
  const [head, ...rest] = path.map(String)
  return `${head ?? ''}${rest.map((key) => `[${key}]`).join('')}`
}

function wrongValue(issue: z.core.$ZodIssue, param: string): ApiError {
  const value = typeof issue.input === 'string' ? issue.input : JSON.stringify(issue.input)
  switch (issue.message) {
    case 'integer':
      return invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
    case 'number':
      return invalidRequest(`Invalid decimal: ${value}`, { param })
    case 'boolean':
      return invalidRequest(`Invalid boolean: ${value}`, { param })
    case 'email':
      return invalidRequest(`Invalid email address: ${value}`, { code: 'email_invalid', param })
    case 'url':
      return invalidRequest('Not a valid URL', { code: 'url_invalid', param })
    case 'country':
      return invalidRequest(`Country '${value}' is unknown.`, { param })
    case 'empty':
      return invalidRequest(
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
        { code: 'parameter_invalid_empty', param },
      )
    case 'long':
      return invalidRequest(
        `Invalid string: ${param} is longer than ${issue.code === 'too_big' ? issue.maximum : 5000} characters`,
        {
          code: 'parameter_invalid_string_blank',
          param,
        },
      )
    default:
      return wrongShape(issue, param, value)
  }
}

function wrongShape(issue: z.core.$ZodIssue, param: string, value: string | undefined): ApiError {
  if (issue.code === 'invalid_value') {
    return invalidRequest(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, {
      param,
    })
  }
  if (issue.code === 'invalid_type' && issue.expected === 'object') {
    return invalidRequest(`Invalid object`, { param })
  }
  if (issue.code === 'invalid_type' && issue.expected === 'array') {
    return invalidRequest(`Invalid array`, { param })
  }
  return invalidRequest(`Invalid value for ${param}: ${value ?? ''}`, { param })
}
