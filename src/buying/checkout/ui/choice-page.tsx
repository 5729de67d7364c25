import { useMemo, useState } from 'react'
import { soldTimes } from '#payments/pricing/quantity.ts'
import { defaultPrice, soldAt } from '#payments/pricing/sold-at.ts'
import type { PaymentPageData } from '../page-data.ts'
import { asListed } from './as-listed.ts'
import { KeptFields } from './kept-fields.tsx'
import { OfferDetails, type OfferDetailsProps } from './offer-details.tsx'
import { PaymentPage, type PaymentPageProps } from './page.tsx'
import { PriceChoice } from './price-choice.tsx'
import type { SayPrice } from './price-words.ts'
import { QuantityField } from './quantity-field.tsx'
import { timing } from './timing.ts'

/** What a buyer has chosen; null: nothing yet. */
type Choice = { readonly priceId: string | null; readonly quantity: number | null }

/** The page at what is chosen; while nobody has chosen, at what it opens with. */
function pageAt(data: PaymentPageData, choice: Choice): PaymentPageData {
  const { pricing, openPrice, lowestPrice, ...rest } = data
  const { prices = [], quantities } = pricing
  const one =
    soldAt(pricing, choice.priceId ?? '') ??
    soldAt(pricing, openPrice ?? defaultPrice(prices)?.id ?? '') ??
    pricing
  const { min = 1, max = 1 } = quantities ?? {}
  // It may have been chosen when there were more to choose from.
  const quantity = Math.min(Math.max(choice.quantity ?? min, min), max)
  const sold = counted(soldTimes(one, quantity))
  // What is told of a lower price to come is told of the first price.
  const isFirst = sold.priceId === pricing.priceId
  return {
    ...rest,
    pricing: sold,
    chosen: { price: one.priceId, ...(quantities !== undefined && { quantity }) },
    ...(isFirst && lowestPrice !== undefined && { lowestPrice }),
  }
}

/** The bill says how many. */
function counted(sold: PaymentPageData['pricing']): PaymentPageData['pricing'] {
  const { quantity = 1, title } = sold
  return quantity === 1 ? sold : { ...sold, title: `${quantity} × ${title}` }
}

/** A page that is computed anew would be another one to whoever follows it. */
export function sameForSame<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) }
    return last.made
  }
}

/** What a page does whose buyer can choose something: it is at what is chosen, and shows where that is. */
export function useChoice(say?: SayPrice): Required<Pick<PaymentPageProps, 'at' | 'children'>> {
  const [priceId, choosePrice] = useState<string | null>(null)
  const [quantity, chooseQuantity] = useState<number | null>(null)
  const at = useMemo(
    () => sameForSame((data: PaymentPageData) => pageAt(data, { priceId, quantity })),
    [priceId, quantity],
  )
  return {
    at,
    children: (data, isDisabled) => (
      <>
        <FewLeft left={data.pricing.left} />
        <PriceChoice data={data} isDisabled={isDisabled} onChoose={choosePrice} say={say} />
        <QuantityField data={data} isDisabled={isDisabled} onChoose={chooseQuantity} />
      </>
    ),
  }
}

function FewLeft({ left }: { readonly left: number | undefined }) {
  return left === undefined ? null : <p className="note font-medium">Only {left} left</p>
}

export function ListedDetails({ data, ...props }: OfferDetailsProps) {
  return <OfferDetails data={asListed(data)} {...props} />
}

/** The payment page of a form of which something can be chosen. */
export function ChoicePage({ initial }: Pick<PaymentPageProps, 'initial'>) {
  // What the buyer gets says the chosen price as well, so that this page renders it itself.
  return (
    <PaymentPage
      initial={initial}
      renderer={{ OfferDetails: ListedDetails }}
      timing={timing}
      Field={KeptFields}
      {...useChoice()}
    />
  )
}
