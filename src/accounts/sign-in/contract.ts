import { z } from 'zod'
import { plans } from '#accounts/billing/catalogue.ts'
import { cardTryFailures } from '#accounts/billing/contract.ts'
import { newPassword, ownEmail, secondFactorFailures, session } from '#accounts/identity/contract.ts'
import { invitationFailures } from '#accounts/invitations/contract.ts'
import { paymentMethodId } from '#foundation/card-provider/ids.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { line, requiredLine, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { proofHeaders } from '#foundation/limits/proof-header.ts'

export const signUpBody = z.object({
  name: requiredLine(120),
  /** The shop's name for buyers. If it is empty or missing, the person's name is used. */
  shopName: line(120).optional(),
  email: ownEmail,
  password: newPassword,
  /** The token of an invitation. The invited person joins that team or gets that role. */
  invitation: text(200).optional(),
})
export type SignUpBody = z.output<typeof signUpBody>

/** `None` means that no plan was chosen, so the seller gets the BASIC trial. */
const planChoices = [...plans, 'None'] as const

/**
 * The second step of a sign-up. By email, it contains the form's values and needs the session from the first step. By
 * social sign-in (with `uid`), it is for the person who came back from the issuer, as the browser's cookie proves.
 */
export const registerBody = z
  .object({
    email: ownEmail,
    name: line(120).optional(),
    plan: z.enum(planChoices, { error: messages.choice }).default('None'),
    /**
     * A card payment method of the platform's account, for a plan that is paid from today. An empty string counts as
     * no card.
     */
    paymentMethodId: z.union([z.literal('').transform(() => null), paymentMethodId]).nullish(),
    uid: text(255).optional(),
    firstname: line(120).optional(),
    lastName: line(120).optional(),
    /** The token of an invitation, for a social sign-up. The invited person joins that team or gets that role. */
    invitation: text(200).optional(),
  })
  .refine(({ uid, name }) => uid !== undefined || (name !== undefined && name !== ''), {
    path: ['name'],
    error: messages.required,
  })
/**
 * A session and, if the plan's first payment needs bank authentication, the client secret with which the browser
 * confirms it before calling again.
 */
export const registration = session.extend({ clientSecret: z.string().nullable() })
export type Registration = z.output<typeof registration>
export type RegisterBody = z.output<typeof registerBody>

export const signInContract = {
  signUp: {
    method: 'POST',
    path: '/authentication/sign-up',
    summary: 'Creates an account with email and password, along with its seller',
    access: 'anyone',
    body: signUpBody,
    failures: { ...invitationFailures, foreign_origin: 403, 'email-already-in-use': 409, other: 500 },
    ok: { status: 201, schema: session },
  },
  register: {
    method: 'POST',
    path: '/authentication/register',
    summary: 'Completes a sign-up by subscribing the seller to a plan. Repeating it changes nothing',
    access: 'anyone',
    body: registerBody,
    headers: proofHeaders,
    failures: {
      ...invitationFailures,
      ...secondFactorFailures,
      ...cardTryFailures,
      not_signed_in: 401,
      foreign_origin: 403,
      not_vouched_for: 403,
      'email-already-in-use': 409,
      other: 500,
    },
    ok: { status: 201, schema: registration },
  },
} as const satisfies Contract
