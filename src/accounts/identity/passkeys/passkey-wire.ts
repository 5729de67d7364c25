import { z } from 'zod'

// The fields of browsers' passkey responses that are checked.
// https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON

const encoded = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)
const credential = {
  id: encoded(1_500),
  rawId: encoded(1_500),
  type: z.literal('public-key'),
  clientExtensionResults: z.unknown().transform(() => ({})),
}

/** Browsers send more fields than that, and different ones. */
const more = { additionalProperties: true }

/** A new passkey. */
export const attestation = z
  .object({
    ...credential,
    response: z.object({ clientDataJSON: encoded(4_000), attestationObject: encoded(20_000) }).meta(more),
  })
  .meta(more)
export type Attestation = z.output<typeof attestation>

/** The browser's response after a passkey was used. */
export const assertion = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: encoded(4_000),
        authenticatorData: encoded(4_000),
        signature: encoded(2_000),
      })
      .meta(more),
  })
  .meta(more)
export type Assertion = z.output<typeof assertion>

/** The options a browser makes a passkey from. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
  }),
  timeout: z.number(),
})
export type CreationOptions = z.output<typeof creationOptions>

/** The options for using a passkey. The person chooses which passkey to use. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
})
export type RequestOptions = z.output<typeof requestOptions>
