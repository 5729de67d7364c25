import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { requiredLine, requiredText, text } from '#foundation/http/input/fields.ts'
import { assertion, attestation, creationOptions } from './passkeys/passkey-wire.ts'

/** How signed-in people prove their identity: by password, or in another way if the account has none. */
export const proof = z.object({ password: text(128).optional() })

const passkeyName = requiredLine(60)

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof passkey>

/** An issuer connected to the account. */
export const signIn = z.object({ id: z.string(), name: z.string(), connectedAt: z.iso.datetime() })
export type SignIn = z.output<typeof signIn>

/** The ways in which the signed-in person can sign in. */
const signInWays = z.object({
  hasPassword: z.boolean(),
  /** Null while the second factor is off. */
  secondFactor: z.object({ recoveryCodesLeft: z.number().int() }).nullable(),
  passkeys: z.array(passkey),
  signIns: z.array(signIn),
})

export const openSession = z.object({
  id: z.string(),
  /** The browser and system in words, such as `Firefox on Windows`. */
  device: z.string(),
  /** Part of the client's IP address, or null if unknown. */
  address: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isThis: z.boolean(),
})
export type OpenSession = z.output<typeof openSession>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const nothing = z.object({})

/** Routes that protect the caller's own account. */
export const securityContract = {
  listSessions: {
    method: 'GET',
    path: '/account/sessions',
    summary: 'Lists the caller’s sessions, most recently used first',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: z.object({ data: z.array(openSession) }) },
  },
  endSession: {
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: 'Ends one of the caller’s sessions immediately',
    access: 'signed-in',
    right: null,
    params: idParams,
    ok: { status: 200, schema: nothing },
  },
  endSessions: {
    method: 'POST',
    path: '/account/sessions/end',
    summary: 'Ends all of the caller’s sessions, or all others',
    access: 'signed-in',
    right: null,
    body: z.object({ which: z.enum(['others', 'all']) }),
    ok: { status: 200, schema: nothing },
  },
  readSignInWays: {
    method: 'GET',
    path: '/account/sign-in-ways',
    summary:
      'Reads whether there is a password and a second factor, the passkeys, and the connected sign-ins',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: signInWays },
  },
  proveByPasskey: {
    method: 'POST',
    path: '/account/proof/passkey',
    summary: 'Proves the signed-in person’s identity with a passkey instead of a password',
    access: 'signed-in',
    right: null,
    proof: 'browser',
    body: z.object({ response: assertion }),
    failures: { 'passkey-refused': 401 },
    ok: { status: 200, schema: nothing },
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/account/second-factor',
    summary: 'Creates a key for an authenticator app; a first code has to confirm it',
    access: 'signed-in',
    right: null,
    body: proof,
    proof: 'body',
    ok: { status: 200, schema: z.object({ key: z.string(), address: z.string() }) },
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/confirm',
    summary: 'Turns the second factor on and returns the recovery codes, which are shown only once',
    access: 'signed-in',
    right: null,
    body: z.object({ code: requiredText(64) }),
    ok: { status: 200, schema: recoveryCodes },
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    summary: 'Creates new recovery codes; the previous ones stop working',
    access: 'signed-in',
    right: null,
    body: proof,
    proof: 'body',
    ok: { status: 200, schema: recoveryCodes },
  },
  endSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/end',
    summary: 'Turns the second factor off',
    access: 'signed-in',
    right: null,
    body: proof,
    proof: 'body',
    ok: { status: 200, schema: nothing },
  },
  beginPasskey: {
    method: 'POST',
    path: '/account/passkeys/options',
    summary: 'Starts adding a passkey',
    access: 'signed-in',
    right: null,
    body: proof,
    proof: 'body',
    ok: { status: 200, schema: creationOptions },
  },
  addPasskey: {
    method: 'POST',
    path: '/account/passkeys',
    summary: 'Adds the passkey created by the browser',
    access: 'signed-in',
    right: null,
    body: z.object({ name: passkeyName, response: attestation }),
    failures: { 'passkey-refused': 401 },
    ok: { status: 201, schema: passkey },
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/account/passkeys/:id',
    summary: 'Renames a passkey',
    access: 'signed-in',
    right: null,
    params: idParams,
    body: z.object({ name: passkeyName }),
    ok: { status: 200, schema: passkey },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/account/passkeys/:id',
    summary: 'Removes a passkey; returns its name',
    access: 'signed-in',
    right: null,
    params: idParams,
    proof: 'recent',
    failures: { only_way_in: 403 },
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
  removeSignIn: {
    method: 'DELETE',
    path: '/account/sign-ins/:id',
    summary: 'Disconnects a social sign-in; returns its name',
    access: 'signed-in',
    right: null,
    params: idParams,
    proof: 'recent',
    failures: { only_way_in: 403 },
    ok: { status: 200, schema: z.object({ name: z.string() }) },
  },
} as const satisfies Contract
