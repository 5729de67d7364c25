import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { countedDays, salesByFormContract } from '../by-form/contract.ts'
import { countText } from './number-texts.ts'

const { countSalesByForm } = salesByFormContract

/** Recent sales of forms, fetched for all forms on the screen in one request. */
function useSalesByForm(shown: readonly string[]) {
  const maySee = useMayCall()(countSalesByForm)
  const { data } = useQuery({
    queryKey: ['sales', 'by-form', shown],
    queryFn: ({ signal }) => call(countSalesByForm, { query: { forms: shown.join(',') }, signal }),
    enabled: maySee,
  })
  return maySee && data?.forms !== null ? { forms: data?.forms } : null
}

type Props = {
  readonly formId: string
  /** This form and the others on its page. */
  readonly among: readonly string[]
}

export function FormSales({ formId, among }: Props) {
  const sales = useSalesByForm(among)
  if (sales === null) return null
  const orders = sales.forms?.find((form) => form.formId === formId)?.orders ?? 0
  // The line is there before its number, so that the layout does not shift.
  return (
    <p className="min-h-5 text-sm text-muted tabular-nums">{sales.forms !== undefined && soldText(orders)}</p>
  )
}

/** Recent sales of one of a form's prices. */
export function PriceSales({ formId, priceId }: { readonly formId: string; readonly priceId: string }) {
  const sales = useSalesByForm([formId])
  if (sales === null) return null
  const form = sales.forms?.find((one) => one.formId === formId)
  const { prices = [{ priceId: formId, orders: form?.orders ?? 0 }] } = form ?? {}
  const orders = prices.find((price) => price.priceId === priceId)?.orders ?? 0
  return (
    <span className="block min-h-5 text-sm text-muted tabular-nums">
      {sales.forms !== undefined && soldText(orders)}
    </span>
  )
}

function soldText(orders: number): string {
  return t('{orders, plural, =0 {No sales} one {# sale} other {{shown} sales}} in the last {days} days', {
    orders,
    shown: countText(orders),
    days: countedDays,
  })
}
