import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { secondFactorFailures, session, signInBody } from '../contract.ts'

/**
 * Who came back from the issuer, and what that means here: `known` can sign in, `new` can register, `taken` means that
 * an account with this email signs in otherwise and has to do so before the two are connected.
 */
export const socialProfile = z.object({
  standing: z.enum(['known', 'new', 'taken']),
  email: z.string(),
  uid: z.string(),
  firstname: z.string(),
  lastName: z.string(),
  /** Where the person wanted to go. */
  to: z.string().nullable(),
})
export type SocialProfile = z.output<typeof socialProfile>

/** Why somebody came back from the issuer without signing in. */
export const socialProblem = z.enum(['cancelled', 'unverified', 'address', 'failed'])

export const socialContract = {
  startSocialSignIn: {
    method: 'POST',
    path: '/authentication/social/start',
    summary: 'Begins a social sign-in: answers the address of the issuer to go to',
    access: 'anyone',
    body: z.object({ to: z.string().max(2048).nullable().default(null) }),
    failures: { foreign_origin: 403, not_found: 404, issuer_unreachable: 503 },
    ok: { status: 200, schema: z.object({ url: z.string() }) },
  },
  getSocialProfile: {
    method: 'GET',
    path: '/authentication/social/profile',
    summary: 'Reads who came back from the issuer, which the browser’s cookie knows for ten minutes',
    access: 'anyone',
    failures: { not_found: 404 },
    ok: { status: 200, schema: socialProfile },
  },
  finishSocialSignIn: {
    method: 'POST',
    path: '/authentication/social/sign-in',
    summary:
      'Signs in who came back from the issuer and is known; asks for the second factor if the issuer did not',
    access: 'anyone',
    body: signInBody.pick({ code: true }),
    failures: { ...secondFactorFailures, foreign_origin: 403, not_found: 404 },
    ok: { status: 200, schema: session },
  },
  proveSocially: {
    method: 'POST',
    path: '/authentication/social/prove',
    summary: 'Proves by a sign-in at the issuer who is signed in here, as `prove` does by the password',
    access: 'signed-in',
    right: null,
    proof: 'browser',
    failures: { foreign_origin: 403, not_found: 404, other_person: 403 },
    ok: { status: 200, schema: z.object({}) },
  },
  connectSocialSignIn: {
    method: 'POST',
    path: '/authentication/social/connect',
    summary: 'Connects who came back from the issuer to the account that is signed in',
    access: 'signed-in',
    right: null,
    proof: 'recent',
    failures: { foreign_origin: 403, not_found: 404, connected_elsewhere: 409 },
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract
