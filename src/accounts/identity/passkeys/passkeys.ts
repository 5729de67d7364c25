import { randomBytes } from 'node:crypto'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { PasskeyRefused } from '../errors.ts'
import { securityMessages } from '../messages.ts'
import { notify, type Origin } from '../notify.ts'
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  takeChallenge,
  touchPasskey,
  type PasskeyRow,
} from './passkey-store.ts'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from './passkey-wire.ts'

export type PasskeyServices = Pick<Services, 'db' | 'clock' | 'log'> & { readonly publicUrl: string }

/** How long a challenge can be answered, in seconds. */
const challengeLifetime = 5 * 60

/** The signature algorithms we accept, in our order of preference: EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257]

/**
 * Passkeys (WebAuthn level 3). The device finds the passkey and verifies its owner (by finger, face or PIN), so
 * signing in with one needs neither an email nor a second factor.
 */
export async function beginPasskey(
  services: PasskeyServices,
  user: { readonly id: string; readonly email: string; readonly name: string },
): Promise<CreationOptions> {
  const known = await listPasskeys(services.db, user.id)
  return {
    challenge: await newChallenge(services, purposeOf(user.id)),
    rp: { id: new URL(services.publicUrl).hostname, name: 'Tillform' },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.email,
      displayName: user.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeLifetime * 1000,
  }
}

export async function registerPasskey(
  services: PasskeyServices,
  userId: string,
  {
    name,
    response,
    origin,
  }: { readonly name: string; readonly response: Attestation; readonly origin: Origin },
): Promise<PasskeyRow> {
  const { db, clock, log, publicUrl } = services
  const challenge = challengeOf(response.response.clientDataJSON)
  if (!(await takeChallenge(db, purposeOf(userId), challenge, clock.now()))) throw notAccepted()
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: new URL(publicUrl).hostname,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || registrationInfo === undefined) throw notAccepted()
  const { id, publicKey, counter } = registrationInfo.credential
  const at = clock.now()
  const passkey = await inTransaction(db, async (tx) => {
    const added = await insertPasskey(tx, {
      id: newId(),
      userId,
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      createdAt: at,
    })
    if (added !== undefined) await notify(tx, 'passkey-added', { userId, at, origin, subject: name })
    return added
  })
  if (passkey === undefined) throw notAccepted()
  log.info({ user: userId, passkey: passkey.id }, 'passkey added')
  return passkey
}

export async function beginPasskeySignIn(services: PasskeyServices): Promise<RequestOptions> {
  return {
    challenge: await newChallenge(services, signInPurpose),
    rpId: new URL(services.publicUrl).hostname,
    userVerification: 'required',
    timeout: challengeLifetime * 1000,
  }
}

/** The owner of the passkey that answered the challenge. Throws PasskeyRefused. */
export async function checkPasskey(services: PasskeyServices, response: Assertion): Promise<string> {
  const { db, clock, log, publicUrl } = services
  const challenge = challengeOf(response.response.clientDataJSON)
  const isOurs = await takeChallenge(db, signInPurpose, challenge, clock.now())
  const passkey = isOurs ? await findPasskey(db, response.id) : undefined
  if (passkey === undefined) {
    log.info('sign-in failed: unknown passkey')
    throw new PasskeyRefused(isOurs ? securityMessages.passkeyUnknown() : securityMessages.passkeyRefused())
  }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: new URL(publicUrl).hostname,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || authenticationInfo === undefined) {
    log.info({ user: passkey.userId, passkey: passkey.id }, 'sign-in failed: passkey')
    throw new PasskeyRefused(securityMessages.passkeyRefused())
  }
  await touchPasskey(db, passkey.id, authenticationInfo.newCounter, clock.now())
  return passkey.userId
}

const signInPurpose = 'passkey-sign-in'

function purposeOf(userId: string): string {
  return `passkey-of:${userId}`
}

async function newChallenge({ db, clock }: PasskeyServices, purpose: string): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  const expiresAt = secondsAfter(clock.now(), challengeLifetime)
  await insertChallenge(db, { id: newId(), identifier: purpose, value, expiresAt })
  return value
}

/** The challenge that the browser claims to have answered, or an empty string if the data is unreadable. */
function challengeOf(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())
    const isData = typeof data === 'object' && data !== null && 'challenge' in data
    return isData && typeof data.challenge === 'string' ? data.challenge.slice(0, 200) : ''
  } catch {
    return ''
  }
}

function notAccepted(): InvalidFields {
  return new InvalidFields({ response: securityMessages.passkeyRefused() })
}
