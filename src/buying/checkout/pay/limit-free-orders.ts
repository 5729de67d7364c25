import { msg } from '#foundation/language/t.ts'
import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { quoteIdOf } from '#buying/checkout/price/payable-form.ts'
import type { PayFormBody } from '../contract.ts'

type FreeOrder = {
  readonly formId: string
  readonly sellerId: string
  /** The coupon that makes the order free, if each buyer can use it a limited number of times, or null. */
  readonly perBuyerCouponId: string | null
  readonly body: Pick<PayFormBody, 'email' | 'quote' | 'proof'>
  readonly network: string
}

const unproven = msg(
  'Many people are ordering this right now, so we had to check that you are not a bot. Nothing has been ordered yet. Please try again.',
)

/**
 * Limits free orders. They need no card, so nothing else stops people from sending receipts to others, or from using a
 * "once per buyer" coupon with made-up email addresses. The hourly limit applies to each email address, the daily one
 * to each network. Beyond a number of orders an hour, in one shop or in total, each order needs a proof of work.
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
    msg('This email address has placed too many free orders. Try again in an hour.'),
  )
  counted.check(
    withCode,
    [],
    msg(
      'This code has been used too often from your network today. Try again tomorrow, use another connection, or contact the seller.',
    ),
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
