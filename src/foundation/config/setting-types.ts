import { z } from 'zod'

/** An empty environment variable counts as unset. */
export const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value)

/** Any other word, such as `prod`, would let a live shop run without the requirements for production. */
export const nodeEnvironment = z.preprocess(
  blankIsUnset,
  z
    .enum(['production', 'development', 'test'], {
      error: 'must be production for a shop others can open, otherwise development or unset',
    })
    .optional(),
)

export const optionalText = z.preprocess(blankIsUnset, z.string().optional())

export const port = (fallback: number) =>
  z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(65_535).default(fallback))

export const optionalUrl = (protocol: RegExp) => z.preprocess(blankIsUnset, z.url({ protocol }).optional())

/**
 * One or more of the provider's keys or secrets, separated by commas. Placeholders from an example and values
 * with a line break are rejected.
 */
export const optionalKey = z.preprocess(
  blankIsUnset,
  z
    .string()
    .regex(
      /^\s*[!-~]+(?:,\s*[!-~]+)*\s*$/,
      'contains characters that no key has, such as a space or the … of an example',
    )
    .optional(),
)

/** As `web-push generate-vapid-keys` prints them. */
export const vapidKey = (length: number) =>
  z.preprocess(blankIsUnset, z.base64url().length(length).optional())

/** The parts of a setting's value, separated by commas. */
export function listed(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Whether secrets can be sent to this URL. Without TLS, secrets are neither sent to another machine nor accepted from
 * one.
 */
export function isSafeAddress(address: string | undefined): boolean {
  // Other protocols are rejected where the URL is read.
  return address === undefined || new URL(address).protocol !== 'http:' || isOfThisMachine(address)
}

/** Whether only this machine can reach a URL. */
export function isOfThisMachine(address: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(new URL(address).hostname)
}
