import { useCallback, useMemo, useState } from 'react'
import {
  defaultPrice,
  soldAt,
  soldTimes,
  timesTitle,
  leastAt,
  openingAmount,
  soldFor,
} from '#payments/pricing/sold-form.ts'
import { hasTerms, withOfferedBumps } from '#payments/pricing/offered-bumps.ts'
import { t } from '#foundation/language/t.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { asListed } from '../price/as-listed.ts'
import { choiceTiming } from '../timing/choice-timing.ts'
import { PaymentFieldSlots } from '../form/payment-field-slots.tsx'
import { OpenAmount } from '../price/open-amount.tsx'
import { OfferDetails, type OfferDetailsProps } from '../details/offer-details.tsx'
import { PriceChoice } from '../price/price-choice.tsx'
import type { SayPrice } from '../price/price-words.ts'
import { LeavingBumps } from '../price/leaving-bumps.tsx'
import { QuantityField } from '../price/quantity-field.tsx'
import { PaymentPage, type PaymentPageProps } from './page.tsx'
import { useServerClock } from './server-clock.ts'

/** The buyer's choices of price, quantity and amount, null where they have not chosen. */
type Choice = {
  readonly priceId: string | null
  readonly quantity: number | null
  readonly named: Named | null
}

/** The last amount entered for a price. `isWrong` means that the amount now in its field cannot be paid. */
type Named = {
  readonly priceId: string | undefined
  readonly minor: number | null
  readonly isWrong: boolean
}

/** The page's data with the buyer's choices, or with the initial ones. */
export function pageAt(data: PaymentPageData, choice: Choice): PaymentPageData {
  const { pricing, linkedPrice, lowestPrice, ...rest } = data
  const { prices = [], quantities } = pricing
  const one =
    soldAt(pricing, choice.priceId ?? '') ??
    soldAt(pricing, linkedPrice ?? defaultPrice(prices)?.id ?? '') ??
    pricing
  const { min = 1, max = 1 } = quantities ?? {}
  // The buyer may have chosen the quantity when more were available.
  const quantity = Math.min(Math.max(choice.quantity ?? min, min), max)
  const named = choice.named?.priceId === one.priceId ? choice.named : null
  const amount = named?.minor ?? openingAmount(one, data.quote.issuedAt)
  // The minimum may have been raised since the buyer entered an amount.
  const isAsked =
    named?.isWrong === true || (one.open !== undefined && amount < leastAt(one, data.quote.issuedAt))
  const sold = counted(withOfferedBumps(soldTimes(soldFor(one, amount), quantity)))
  // The text about a lower future price is only for one of the prices.
  const first = pricing.priceId ?? ''
  const lowestPrices = { ...data.lowestPrices, ...(lowestPrice !== undefined && { [first]: lowestPrice }) }
  const lowest = lowestPrices[one.priceId ?? first]
  return {
    ...rest,
    pricing: sold,
    chosen: isAsked
      ? null
      : {
          price: one.priceId,
          ...(quantities !== undefined && { quantity }),
          ...(one.open !== undefined && { amount }),
        },
    lowestPrices,
    ...(lowest !== undefined && { lowestPrice: lowest }),
  }
}

/** Whether the summary shows the quantity. */
function counted(sold: PaymentPageData['pricing']): PaymentPageData['pricing'] {
  const { quantity = 1, title } = sold
  return { ...sold, title: timesTitle(quantity, title) }
}

/** Remembers the last result, because recomputing the page's data would look like a new page to its components. */
export function sameForSame<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) }
    return last.made
  }
}

/** A page with several prices or a choice of quantity or amount, with the fields for choosing. */
export function useChoice(
  serverTime: () => number,
  say?: SayPrice,
): Required<Pick<PaymentPageProps, 'at' | 'children'>> {
  const [priceId, choosePrice] = useState<string | null>(null)
  const [quantity, chooseQuantity] = useState<number | null>(null)
  const [named, setNamed] = useState<Named | null>(null)
  const name = useCallback(
    (of: string | undefined, minor: number | null) =>
      setNamed((last) => ({
        priceId: of,
        // The bill still shows the last valid amount.
        minor: minor ?? (last?.priceId === of ? (last?.minor ?? null) : null),
        isWrong: minor === null,
      })),
    [],
  )
  const at = useMemo(
    () => sameForSame((data: PaymentPageData) => pageAt(data, { priceId, quantity, named })),
    [priceId, quantity, named],
  )
  return {
    at,
    children: (data, isDisabled) => (
      <>
        <FewLeft left={data.pricing.left} />
        <PriceChoice
          data={data}
          isDisabled={isDisabled}
          onChoose={choosePrice}
          say={say}
          serverTime={serverTime}
        />
        <OpenAmount data={data} isDisabled={isDisabled} onName={name} />
        <QuantityField data={data} isDisabled={isDisabled} onChoose={chooseQuantity} />
        {hasTerms(data.pricing.listed ?? data.pricing) && <LeavingBumps data={data} />}
      </>
    ),
  }
}

function FewLeft({ left }: { readonly left: number | undefined }) {
  return left === undefined ? null : <p className="note font-medium">{t('Only {left} left', { left })}</p>
}

export function ListedDetails({ data, ...props }: OfferDetailsProps) {
  return <OfferDetails data={asListed(data)} {...props} />
}

/** The payment page of a form on which buyers choose a price, quantity or amount. */
export function ChoicePage({ initial, still }: Pick<PaymentPageProps, 'initial' | 'still'>) {
  const serverTime = useServerClock(initial.quote.issuedAt)
  // The product's details show the chosen price too, so this page renders them itself.
  return (
    <PaymentPage
      initial={initial}
      still={still}
      renderer={{ OfferDetails: ListedDetails }}
      timing={choiceTiming}
      Field={PaymentFieldSlots}
      {...useChoice(serverTime)}
    />
  )
}
