import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
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

/** Net revenue after Stripe and Tillform fees, or why it is unknown, as an item of a list. */
export function AfterFees(props: Props) {
  const text = useAfterFees(props)
  return text === null ? null : <li>{text}</li>
}

function useAfterFees({ currency, net, from, to }: Props): ReactNode {
  const mayCall = useMayCall()
  const { data, error } = useQuery({
    ...feesQuery(from, to),
    enabled: mayCall(payoutsContract.getFees),
  })
  if (data === undefined) return error === null ? null : t('Could not load Stripe fees')
  if (data.currencies === null) {
    return rich('Too many payments to total fees: see <payouts>Payouts</payouts>', { payouts })
  }
  const found = data.currencies.find((one) => one.currency === currency)
  if (found === undefined) return null
  const { fees, waiting } = found
  if (fees !== null) {
    return rich('{amount} after {fees} in fees', {
      amount: <Own>{formatAmount(net - fees, currency)}</Own>,
      fees: <Own>{formatAmount(fees, currency)}</Own>,
    })
  }
  if (waiting === 0) return rich('Stripe converts this currency: see <payouts>Payouts</payouts>', { payouts })
  return t('{waiting, plural, one {Fees pending for # payment} other {Fees pending for {shown} payments}}', {
    waiting,
    shown: countText(waiting),
  })
}

const payouts = <Link to="/payouts" className="underline underline-offset-4 hover:text-brand" />
