import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { quoteIdOf } from '#buying/checkout/price/payable-form.ts'
import type { PayFormBody } from '../contract.ts'

type FreeOrder = {
  readonly formId: string
  readonly sellerId: string
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
 * an hour, a network so many times a day, and beyond so many an hour of one shop, or of all, each takes a proof of work.
 */
export async function limitFreeOrders(
  services: PaymentServices,
  { formId, sellerId, perBuyerCouponId, body, network }: FreeOrder,
): Promise<void> {
  const { limiter } = services
  const ofAddress = { rule: 'freeOrderOfAddress', subject: emailKeyOf(body.email) } as const
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
  const crowds = [
    { rule: 'freeOrderOfShop', subject: sellerId },
    { rule: 'freeOrderInAll', subject: '' },
  ] as const
  const ordered = await limiter.count(crowds)
  const attacks = crowds
    .map((use) => ({
      count: (ordered.of(use)?.count ?? 0) - rules[use.rule].limit,
      first: rules[use.rule].limit,
    }))
    .filter(({ count }) => count > 0)
  const [attack] = attacks.toSorted((one, other) => other.count / other.first - one.count / one.first)
  if (attack === undefined) return
  const quoteId = (body.quote === undefined ? null : quoteIdOf(body.quote)) ?? ''
  await createProofOfWork(services, { against: 'free orders', message: unproven }).demand({
    purpose: `${formId}:${quoteId}`,
    proof: body.proof,
    ...attack,
    counted: [...uses, ...crowds],
  })
}
