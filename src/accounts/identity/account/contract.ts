import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { newPassword, ownEmail } from '../contract.ts'

const done = z.object({})

/** The key in an emailed link: 256 bits as base64url. */
const token = z.string({ error: fieldText }).max(200)

const ownPassword = z.string().max(128)

export const forgotPasswordBody = z.object({ email: ownEmail })
const addition = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  /** Whether this way to sign in was added in the last seven days. */
  isRecent: z.boolean(),
})

/** Ways to sign in besides the password, which survive a password change. */
const additions = z.object({
  passkeys: z.array(addition),
  signIns: z.array(addition),
  /** Null while the second factor is off. Only a recent one can be removed along with the password. */
  secondFactor: addition.pick({ addedAt: true, isRecent: true }).nullable(),
})
export type Additions = z.output<typeof additions>

/** The sign-in methods to remove along with the old password. */
const removals = z.object({
  passkeys: z.array(uuid).max(100).default([]),
  signIns: z.array(uuid).max(100).default([]),
  secondFactor: z.boolean().default(false),
})
export type Removals = z.output<typeof removals>

export const resetPasswordBody = z.object({ token, password: newPassword, remove: removals.optional() })
export const changeEmailBody = z.object({
  email: ownEmail,
  /** Required if the account has a password. */
  password: ownPassword.default(''),
})

export const changePasswordBody = z.object({ currentPassword: ownPassword.default(''), newPassword })

/** The ways a person can sign in. */
const signInMethods = z.object({ hasPassword: z.boolean(), hasSocialSignIn: z.boolean() })

/**
 * The effect of a link: the email address is `confirmed` or `changed`, or the change is `waiting` for the link sent to
 * the other address.
 */
export const linkOutcome = z.object({
  outcome: z.enum(['confirmed', 'changed', 'waiting']),
  email: z.string(),
})

export const accountContract = {
  forgotPassword: {
    method: 'POST',
    path: '/authentication/forgot-password',
    summary:
      'Sends a link for setting a new password; the response is the same whether or not the account exists',
    access: 'anyone',
    body: forgotPasswordBody,
    ok: { status: 202, schema: done },
  },
  openReset: {
    method: 'POST',
    path: '/authentication/reset-password/open',
    summary:
      'With the link from an email, lists the person’s other ways to sign in, which can be removed along with the password',
    access: 'anyone',
    body: z.object({ token }),
    ok: { status: 200, schema: additions },
  },
  resetPassword: {
    method: 'POST',
    path: '/authentication/reset-password',
    summary:
      'With the link from an email, sets a new password once, ends all sessions, and removes the chosen ways to sign in',
    access: 'anyone',
    body: resetPasswordBody,
    ok: { status: 200, schema: done },
  },
  openConfirmation: {
    method: 'POST',
    path: '/authentication/confirm-email/open',
    summary: 'Returns the email address that an emailed link confirms, without using the link',
    access: 'anyone',
    body: z.object({ token }),
    ok: { status: 200, schema: linkOutcome.pick({ email: true }) },
  },
  confirmEmail: {
    method: 'POST',
    path: '/authentication/confirm-email',
    summary: 'Confirms an email address, or one side of an email change, with the link from an email',
    access: 'anyone',
    body: z.object({ token }),
    failures: { 'email-already-in-use': 409 },
    ok: { status: 200, schema: linkOutcome },
  },
  resendConfirmation: {
    method: 'POST',
    path: '/authentication/resend-confirmation',
    summary: 'Resends the link that confirms the caller’s email address',
    access: 'signed-in',
    right: null,
    ok: { status: 202, schema: done },
  },
  changeEmail: {
    method: 'POST',
    path: '/authentication/change-email',
    summary:
      'Asks both addresses to confirm a change of the caller’s email address; an old address that was never confirmed is not asked',
    access: 'signed-in',
    right: null,
    body: changeEmailBody,
    proof: 'body',
    failures: { 'email-already-in-use': 409 },
    ok: { status: 202, schema: z.object({ asksOldAddress: z.boolean() }) },
  },
  changePassword: {
    method: 'POST',
    path: '/authentication/change-password',
    summary: 'Changes the caller’s password and ends all other sessions',
    access: 'signed-in',
    right: null,
    body: changePasswordBody,
    proof: 'body',
    ok: { status: 200, schema: done },
  },
  getSignInMethods: {
    method: 'GET',
    path: '/authentication/methods',
    summary: 'Lists the ways the caller can sign in',
    access: 'signed-in',
    right: null,
    ok: { status: 200, schema: signInMethods },
  },
} as const satisfies Contract
