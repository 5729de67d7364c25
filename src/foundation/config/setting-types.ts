import { z } from 'zod'

/** A variable that is set to nothing counts as unset. */
export const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value)

/** Any other word, such as `prod`, would leave a shop that sells without what production demands. */
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

/** A key or a secret of the provider, or several with commas. What is left of an example, or cut in two, is none. */
export const optionalKey = z.preprocess(
  blankIsUnset,
  z
    .string()
    .regex(
      /^\s*[!-~]+(?:,\s*[!-~]+)*\s*$/,
      'has characters that are in no key, such as a space or the … of an example',
    )
    .optional(),
)

/** As `web-push generate-vapid-keys` prints them. */
export const vapidKey = (length: number) =>
  z.preprocess(blankIsUnset, z.base64url().length(length).optional())

/** The parts of a value that may have several, separated by commas. */
export function listed(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Without TLS nothing secret is sent to another machine, nor taken from one. */
export function isSafeAddress(address: string | undefined): boolean {
  // Any other protocol is refused where the address is read.
  return address === undefined || new URL(address).protocol !== 'http:' || isOfThisMachine(address)
}

/** Whether an address is reached from this machine alone. */
export function isOfThisMachine(address: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(new URL(address).hostname)
}
