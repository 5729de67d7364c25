import { z } from 'zod'
import { platformRoles } from '#foundation/http/contract/caller.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { email, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { identityMessages } from './messages.ts'
import { assertion, requestOptions } from './passkeys/passkey-wire.ts'

const password = z
  .string({ error: fieldText })
  .min(1, { error: messages.required })
  .max(128, { error: () => messages.max(128) })

const weak = { error: identityMessages['weak-password'].message }
/** The server rejects more passwords than the page does, because the list in password.ts is too large for a page. */
export const newPassword = password.min(8, weak)

export const ownEmail = email(identityMessages['invalid-email'].message)

export const user = z.object({
  id: z.string(),
  email: z.string(),
  /** Whether the person has confirmed this email address. */
  emailVerified: z.boolean(),
  name: z.string(),
  firstname: z.string(),
  lastName: z.string(),
  photo: z.string().nullable(),
  role: z.enum(platformRoles),
})
export type User = z.output<typeof user>

/** A signed-in person. The bearer token lives for 15 minutes, and the session cookie renews it. */
export const session = z.object({ token: z.string(), user })
export type Session = z.output<typeof session>

/** The header required besides the cookie to refresh or sign out, because no other site's page can send it. */
export const ownRequestHeaders = { 'x-requested-with': 'tillform' } as const

/**
 * `code` is from the authenticator app, or is a recovery code. If it is missing, the response is 401 `code-required`.
 */
export const signInBody = z.object({
  email: ownEmail,
  password,
  code: text(64).optional(),
})
/** The response to a missing or wrong second factor. */
export const secondFactorFailures = { 'code-required': 401, 'wrong-code': 401 } as const

export const identityContract = {
  signIn: {
    method: 'POST',
    path: '/authentication/sign-in',
    summary: 'Signs in with email and password',
    access: 'anyone',
    body: signInBody,
    failures: {
      ...secondFactorFailures,
      foreign_origin: 403,
      'user-not-found': 401,
      'wrong-password': 401,
      other: 500,
    },
    ok: { status: 200, schema: session },
  },
  passkeyOptions: {
    method: 'POST',
    path: '/authentication/passkey-options',
    summary: 'Starts a sign-in with a passkey',
    access: 'anyone',
    failures: { foreign_origin: 403 },
    ok: { status: 200, schema: requestOptions },
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/authentication/passkey',
    summary: 'Signs in with a passkey, which counts as the second factor as well',
    access: 'anyone',
    body: z.object({ response: assertion }),
    failures: { foreign_origin: 403, 'passkey-refused': 401 },
    ok: { status: 200, schema: session },
  },
  refresh: {
    method: 'POST',
    path: '/authentication/refresh',
    summary: 'Issues a new bearer token and replaces the session cookie; each cookie works once',
    access: 'anyone',
    failures: { not_signed_in: 401, foreign_origin: 403 },
    ok: { status: 200, schema: session },
  },
  signOut: {
    method: 'POST',
    path: '/authentication/sign-out',
    summary: 'Ends the session on the server',
    access: 'anyone',
    failures: { foreign_origin: 403 },
    ok: { status: 200, schema: z.object({}) },
  },
  readProof: {
    method: 'GET',
    path: '/account/proof',
    summary: 'Reports whether the signed-in person has recently proved their identity in this browser',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: z.object({ isRecent: z.boolean() }) },
  },
  prove: {
    method: 'POST',
    path: '/account/proof',
    summary:
      'Proves the signed-in person’s identity by password; valid for ten minutes, for calls with the session’s cookie',
    access: 'signed-in',
    right: null,
    proof: 'browser',
    body: z.object({ password }),
    failures: { no_password: 409 },
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract
