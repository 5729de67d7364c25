import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { feesQuery } from '#selling/payouts/ui/queries.ts'
import { countText } from '#selling/sales/ui/number-texts.ts'

type Props = {
  readonly currency: string
  readonly net: number
  /** The period of `net`. */
  readonly from: string
  readonly to: string
}

/** Net revenue after Stripe and Tillform fees, or the reason why it is not known. */
export function AfterFees({ currency, net, from, to }: Props) {
  const mayCall = useMayCall()
  const { data, error } = useQuery({
    ...feesQuery(from, to),
    enabled: mayCall(payoutsContract.getFees),
  })
  if (data === undefined) return error === null ? null : <>{t('Could not load Stripe fees')}</>
  if (data.currencies === null) return <InPayouts>{t('Too many payments to total fees')}</InPayouts>
  const found = data.currencies.find((one) => one.currency === currency)
  if (found === undefined) return null
  const { fees, waiting } = found
  if (fees !== null) {
    return (
      <>
        <Own>{formatAmount(net - fees, currency)}</Own> after <Own>{formatAmount(fees, currency)}</Own> in
        fees
      </>
    )
  }
  if (waiting === 0) return <InPayouts>{t('Stripe converts this currency')}</InPayouts>
  return (
    <>
      Fees pending for {countText(waiting)} {waiting === 1 ? 'payment' : 'payments'}
    </>
  )
}

function InPayouts({ children }: { readonly children: string }) {
  return (
    <>
      {children}: see{' '}
      <Link to="/payouts" className="underline underline-offset-4 hover:text-brand">
        {t('Payouts')}
      </Link>
    </>
  )
}
