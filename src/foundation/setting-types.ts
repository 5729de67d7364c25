import { z } from 'zod'

/** A variable that is set to nothing counts as unset. */
export const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value)

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
      'has characters that no key has, such as a space or the … of an example',
    )
    .optional(),
)

/** As `web-push generate-vapid-keys` prints them. */
export const vapidKey = (length: number) =>
  z.preprocess(blankIsUnset, z.base64url().length(length).optional())
