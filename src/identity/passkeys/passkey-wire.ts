import { z } from 'zod'

// What browsers answer, cut down to what is checked. https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON

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

/** A new passkey. */
export const attestation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: encoded(4_000), attestationObject: encoded(20_000) }),
})
export type Attestation = z.output<typeof attestation>

/** A passkey that was used. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(4_000),
    authenticatorData: encoded(4_000),
    signature: encoded(2_000),
  }),
})
export type Assertion = z.output<typeof assertion>

/** What the browser's own functions take; it is passed on as it is. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
