import type { Transaction } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { Services } from '#registry/services.ts'
import type { SecretBox } from '#foundation/values/secret-box.ts'
import { soughtCode } from '#foundation/typed/read-code.ts'
import { SecondFactorRefused } from '../errors.ts'
import { securityMessages } from '../messages.ts'
import { notify, type Origin } from '../notify.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  insertRecoveryCodes,
  putFactor,
  useRecoveryCode,
  useStep,
} from './factor-store.ts'

export type SecondFactorServices = Pick<Services, 'db' | 'clock' | 'log'> & {
  readonly limiter: Limiter
  readonly secretBox: SecretBox
}

const recoveryCodeCount = 10

/** Creates a new key for an authenticator app. Sign-ins require it only once a first code has confirmed it. */
export async function beginSecondFactor(
  { db, secretBox }: SecondFactorServices,
  user: { readonly id: string; readonly email: string },
): Promise<{ key: string; address: string }> {
  const secret = randomBytes(20)
  if (!(await putFactor(db, user.id, secretBox.close(secret, user.id)))) throw alreadyOn()
  return { key: base32(secret), address: keyAddress(secret, user.email) }
}

/** Turns the second factor on with the first code. Returns the recovery codes, which are shown only now. */
export async function confirmSecondFactor(
  { db, clock, log, limiter, secretBox }: SecondFactorServices,
  userId: string,
  code: string,
  origin: Origin,
): Promise<string[]> {
  const factor = await findFactor(db, userId)
  if (factor === undefined) throw new InvalidFields({ code: securityMessages.beginAgain() })
  if (factor.confirmedAt !== null) throw alreadyOn()
  await limiter.take([{ rule: 'codeOfAccount', subject: userId }])
  const secret = secretBox.open(factor.secret, userId)
  const step = secret === undefined ? undefined : matchStep(secret, withoutGroups(code), clock.now())
  if (step === undefined) throw new InvalidFields({ code: securityMessages.wrongCode() })
  const codes = await inTransaction(db, async (tx) => {
    if (!(await confirmFactor(tx, userId, clock.now(), step))) throw alreadyOn()
    await notify(tx, 'second-factor-on', { userId, at: clock.now(), origin })
    return replaceRecoveryCodes(tx, userId)
  })
  log.info({ user: userId }, 'second factor switched on')
  return codes
}

/** Replaces the recovery codes. The old ones stop working. */
export async function renewRecoveryCodes(
  { db, clock, log }: SecondFactorServices,
  userId: string,
  origin: Origin,
): Promise<string[]> {
  const factor = await findFactor(db, userId)
  if (factor === undefined || factor.confirmedAt === null)
    throw new InvalidFields({ password: securityMessages.notOn() })
  const codes = await inTransaction(db, async (tx) => {
    await notify(tx, 'recovery-codes-renewed', { userId, at: clock.now(), origin })
    return replaceRecoveryCodes(tx, userId)
  })
  log.info({ user: userId }, 'recovery codes renewed')
  return codes
}

export async function endSecondFactor(
  { db, clock, log }: SecondFactorServices,
  userId: string,
  origin: Origin,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const wasOn = await deleteFactor(tx, userId)
    if (wasOn) await notify(tx, 'second-factor-off', { userId, at: clock.now(), origin })
  })
  log.info({ user: userId }, 'second factor switched off')
}

/**
 * Completes a sign-in after the password: directly if the second factor is off, otherwise with a code from
 * the app or a recovery code, each of which works once. The person gets an email when a recovery code is used.
 *
 * Throws SecondFactorRefused when the code is missing or wrong, TooManyRequests after too many guesses.
 */
export async function passSecondFactor(
  { db, clock, log, limiter, secretBox }: SecondFactorServices,
  userId: string,
  code: string | undefined,
  origin: Origin,
): Promise<void> {
  const factor = await findFactor(db, userId)
  if (factor === undefined || factor.confirmedAt === null) return
  const typed = withoutGroups(code ?? '')
  if (typed === '') throw new SecondFactorRefused('code-required')
  const guesses = [{ rule: 'codeOfAccount', subject: userId }] as const
  await limiter.take(guesses)
  const secret = secretBox.open(factor.secret, userId)
  if (secret === undefined) log.error({ user: userId }, 'second factor cannot be read with this AUTH_SECRET')
  const step = secret === undefined ? undefined : matchStep(secret, typed, clock.now())
  if (step !== undefined && (await useStep(db, userId, step))) return limiter.giveBack(guesses)
  const isRecovered = await inTransaction(db, async (tx) => {
    const at = clock.now()
    if (!(await useRecoveryCode(tx, userId, hashOf(typed), at))) return false
    const subject = String(await countRecoveryCodes(tx, userId))
    await notify(tx, 'recovery-code-used', { userId, at, origin, subject })
    return true
  })
  if (isRecovered) {
    log.warn({ user: userId }, 'signed in with a recovery code')
    return limiter.giveBack(guesses)
  }
  log.info({ user: userId }, 'sign-in failed: second factor')
  throw new SecondFactorRefused('wrong-code')
}

async function replaceRecoveryCodes(tx: Transaction<Database>, userId: string): Promise<string[]> {
  // Recovery codes of 80 bits cannot be guessed, so a plain hash is enough and survives a change of AUTH_SECRET.
  const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(10)).toLowerCase())
  await insertRecoveryCodes(tx, userId, codes.map(hashOf))
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}

function hashOf(code: string): string {
  return createHash('sha256').update(code.toLowerCase()).digest('base64url')
}

/** People type codes in groups of digits, and with the digits of their own script. */
function withoutGroups(code: string): string {
  return soughtCode(code).replaceAll('-', '')
}

function alreadyOn(): InvalidFields {
  return new InvalidFields({ code: securityMessages.alreadyOn() })
}

/** An authenticator key that can be typed: base32 without padding (RFC 4648). */
function base32(bytes: Uint8Array): string {
  return keyOf(bytes).base32
}

/** The URL in the QR code for authenticator apps. */
function keyAddress(secret: Uint8Array, account: string): string {
  return new TOTP({ issuer: 'Tillform', label: account, secret: keyOf(secret) }).toString()
}

/**
 * The 30-second time step that a code belongs to (RFC 6238): the current one or a neighbor, because clocks differ.
 * Undefined for a wrong code.
 */
export function matchStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  // The library throws if six characters take more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: keyOf(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** The library reads the whole underlying buffer, and Node's small buffers share one, so this makes a copy. */
function keyOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
