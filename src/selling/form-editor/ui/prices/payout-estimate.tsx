import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { shopQuery } from '#accounts/shop/ui/queries.ts'

/** What Stripe takes of a card payment: hundredths of a percent, and an amount in minor units. */
type CardFee = { readonly currency: string; readonly basisPoints: number; readonly fixed: number }

const euro: CardFee = { currency: 'eur', basisPoints: 150, fixed: 25 }

/** Stripe's list prices for cards of the seller's own country (stripe.com/pricing of each country, 2026). */
const cardFees: Readonly<Partial<Record<string, CardFee>>> = {
  ...Object.fromEntries(
    'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ').map((code) => [code, euro]),
  ),
  AU: { currency: 'aud', basisPoints: 170, fixed: 30 },
  CA: { currency: 'cad', basisPoints: 290, fixed: 30 },
  CH: { currency: 'chf', basisPoints: 290, fixed: 30 },
  DK: { currency: 'dkk', basisPoints: 150, fixed: 180 },
  GB: { currency: 'gbp', basisPoints: 150, fixed: 20 },
  HK: { currency: 'hkd', basisPoints: 340, fixed: 235 },
  JP: { currency: 'jpy', basisPoints: 360, fixed: 0 },
  MX: { currency: 'mxn', basisPoints: 360, fixed: 300 },
  SE: { currency: 'sek', basisPoints: 150, fixed: 180 },
  SG: { currency: 'sgd', basisPoints: 340, fixed: 50 },
  US: { currency: 'usd', basisPoints: 290, fixed: 30 },
}

/**
 * Stripe's usual fee on a card payment, and the rest, in minor units. Null if it is unknown: for other countries, and
 * for currencies that Stripe first converts to the seller's own.
 */
export function estimatePayout(minor: number, currency: string, country: string | null) {
  const fee = cardFees[country ?? '']
  if (fee?.currency !== currency) return null
  const taken = Math.round((minor * fee.basisPoints) / 10_000) + fee.fixed
  return taken < minor ? { ...fee, net: minor - taken } : null
}

type Amount = { amount?: number | null | undefined }

/** What the seller receives of the entered amount, if it is a valid price. */
export function PayoutEstimate({ currency }: { readonly currency: string }) {
  const { watch } = useFormContext<Amount>()
  const { data: shop } = useQuery(shopQuery)
  const amount = parseAmount(watch('amount') ?? 0, currency)
  const minor = amount.ok ? amount.minor : 0
  const estimate = estimatePayout(minor, currency, shop?.country ?? null)
  if (estimate === null) return null
  const { net, basisPoints, fixed } = estimate
  const percentage = basisPoints / 100
  const parts = { net: formatAmount(net, currency), amount: formatAmount(minor, currency), percentage }
  return (
    <p className="text-sm text-pretty text-muted">
      {fixed === 0
        ? t('You get about {net} of {amount} after Stripe’s usual card fee of {percentage}%.', parts)
        : t('You get about {net} of {amount} after Stripe’s usual card fee of {percentage}% + {fixed}.', {
            ...parts,
            fixed: formatAmount(fixed, currency),
          })}
    </p>
  )
}
