import { createHmac } from 'node:crypto'
import { rules } from '#foundation/limits/rules.ts'
import { ProofNeeded } from '#payments/card-testing/errors.ts'
import { difficultyOf, issueChallenge, readProof } from '#payments/card-testing/proof.ts'
import { emailKeyOf } from '#payments/coupons/email-key.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import type { PayFormBody } from './contract.ts'
import { quoteIdOf } from './quote.ts'

type FreeOrder = {
  readonly formId: string
  /** The coupon that makes it free, where each buyer has it so many times; null: there is none. */
  readonly perBuyerCouponId: string | null
  readonly body: Pick<PayFormBody, 'email' | 'quote' | 'proof'>
  readonly network: string
}

const unproven =
  'Very many order this at the moment, so we had to check that no machine does. Nothing was ordered yet. Please try again.'

/**
 * What costs nothing needs no card, so that nothing else keeps anybody from having receipts sent to strangers, or from
 * having what a coupon gives to each buyer once under one made-up address after the other: an address has it so many times
 * an hour, a network so many times a day, and beyond so many an hour of one form each takes a proof of work.
 */
export async function limitFreeOrders(
  { limiter, config, clock }: PaymentServices,
  { formId, perBuyerCouponId, body, network }: FreeOrder,
): Promise<void> {
  const ofAddress = { rule: 'freeOrderOfAddress', subject: emailKeyOf(body.email) } as const
  const ofForm = { rule: 'freeOrderOfForm', subject: formId } as const
  const withCode =
    perBuyerCouponId === null
      ? []
      : [{ rule: 'freeCouponFromAddress', subject: `${network} ${perBuyerCouponId}` } as const]
  const uses = [ofAddress, ...withCode]
  const counted = await limiter.count(uses)
  counted.check(
    [ofAddress],
    [],
    'This address has ordered enough for free for now. Wait an hour and try again.',
  )
  counted.check(
    withCode,
    [],
    'This code has been used enough from where you are for now. Try again tomorrow, from elsewhere, or ask the seller.',
  )
  const { limit } = rules.freeOrderOfForm
  const beyond = ((await limiter.count([ofForm])).of(ofForm)?.count ?? 0) - limit
  if (beyond <= 0) return
  const secret = createHmac('sha256', config.authSecret).update('free orders').digest('base64url')
  const purpose = { formId, quote: (body.quote === undefined ? null : quoteIdOf(body.quote)) ?? '' }
  const proofId = body.proof === undefined ? undefined : readProof(secret, purpose, body.proof, clock.now())
  if (proofId !== undefined) {
    const proof = { rule: 'proof', subject: `free ${proofId}` } as const
    if ((await limiter.count([proof])).of(proof)?.count === 1) return
  }
  // Nothing is ordered yet.
  await limiter.giveBack([...uses, ofForm])
  throw new ProofNeeded(issueChallenge(secret, purpose, difficultyOf(beyond, limit), clock.now()), unproven)
}
