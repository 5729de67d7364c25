import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that one code is shown for. */
const period = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A key as authenticator apps take it by hand: base32 without padding (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address that an app reads from the QR code. */
export function keyAddress(secret: Uint8Array, account: string): string {
  const label = `Tillform:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Tillform&algorithm=SHA1&digits=${digits}&period=${period}`
}

/**
 * The 30-second step that a code belongs to (RFC 6238): the present one or one beside it, because clocks differ.
 * Undefined for a wrong code.
 */
export function matchStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / 1000 / period)
  const typed = Buffer.from(code)
  return [present, present - 1, present + 1].find((step) => {
    const wanted = Buffer.from(codeAt(secret, step))
    return wanted.length === typed.length && timingSafeEqual(wanted, typed)
  })
}

/** RFC 4226: four bytes of an HMAC, from where its last half-byte says. */
function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const number = hash.readUInt32BE(hash.readUInt8(hash.length - 1) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}
