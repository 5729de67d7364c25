import { listPrice } from '#payments/pricing/list-price.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import type { ShownOffer } from './contract.ts'
import type { CurrentOffer } from './show-offer.ts'

/** A shown offer as its buyer sees it. */
export function describeShown(
  { currency, couponCode }: Purchase,
  { shown, count }: CurrentOffer,
  hasSavedCard: boolean,
): ShownOffer {
  const { id, title, description, image, acceptButtonText, declineButtonText } = shown
  const { subtotal, taxAmount, total, taxTitle, taxPercentage, taxInclusive } = shown
  const { discountAmount } = shown
  const amounts = { subtotal, taxAmount, total }
  const rate = taxPercentage === null ? null : { percentage: taxPercentage, inclusive: taxInclusive ?? false }
  return {
    id,
    title,
    description,
    image,
    acceptButtonText,
    declineButtonText,
    price: { ...amounts, currency, lines: [{ kind: 'offer', title, ...amounts }] },
    tax: rate && { title: taxTitle ?? '', ...rate },
    without:
      couponCode === null || discountAmount === 0
        ? null
        : { code: couponCode, ...listPrice({ ...amounts, discountAmount }, rate, currency) },
    position: shown.position + 1,
    count,
    needsCard: total > 0 && !hasSavedCard,
  }
}
