import { Secret, TOTP } from 'otpauth'

/** A key as authenticator apps take it by hand: base32 without padding (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  return keyOf(bytes).base32
}

/** The address that an app reads from the QR code. */
export function keyAddress(secret: Uint8Array, account: string): string {
  return new TOTP({ issuer: 'Tillform', label: account, secret: keyOf(secret) }).toString()
}

/**
 * The 30-second step that a code belongs to (RFC 6238): the present one or one beside it, because clocks differ.
 * Undefined for a wrong code.
 */
export function matchStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  // The library throws at six characters that are not six bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: keyOf(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** The library takes a whole buffer, and a small one of Node's shares it with others: so a copy. */
function keyOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
