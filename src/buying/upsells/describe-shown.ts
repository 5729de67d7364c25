import type { Purchase } from '#payments/purchases/purchase.ts'
import type { ShownOffer } from './contract.ts'
import type { CurrentOffer } from './show-offer.ts'

/** A shown offer as its buyer sees it. */
export function describeShown(
  { currency }: Purchase,
  { shown, count }: CurrentOffer,
  hasSavedCard: boolean,
): ShownOffer {
  const { id, title, description, image, acceptButtonText, declineButtonText } = shown
  const { subtotal, taxAmount, total, taxTitle, taxPercentage, taxInclusive } = shown
  const amounts = { subtotal, taxAmount, total }
  return {
    id,
    title,
    description,
    image,
    acceptButtonText,
    declineButtonText,
    price: { ...amounts, currency, lines: [{ kind: 'offer', title, ...amounts }] },
    tax:
      taxPercentage === null
        ? null
        : { title: taxTitle ?? '', percentage: taxPercentage, inclusive: taxInclusive ?? false },
    position: shown.position + 1,
    count,
    needsCard: total > 0 && !hasSavedCard,
  }
}
