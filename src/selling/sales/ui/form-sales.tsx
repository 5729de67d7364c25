import { useQuery } from '@tanstack/react-query'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { Sparkline } from '#web/kit/chart/sparkline.tsx'
import { countedDays, type FormSales as Sales, salesByFormContract } from '../by-form/contract.ts'
import { countText } from './number-texts.ts'

const { countSalesByForm } = salesByFormContract

/** Recent sales of forms, loaded for all forms on the screen in one request. */
function useSalesByForm(shown: readonly string[]) {
  const maySee = useMayCall()(countSalesByForm)
  const zone = useZone()
  const { data } = useQuery({
    queryKey: ['sales', 'by-form', shown, zone],
    queryFn: ({ signal }) => call(countSalesByForm, { query: { forms: shown.join(','), zone }, signal }),
    enabled: maySee,
  })
  return maySee && data?.forms !== null ? { forms: data?.forms } : null
}

type Props = {
  readonly formId: string
  /** This form and the others on its page. */
  readonly among: readonly string[]
}

/** Recent sales of a form, as a chart and in words. */
export function FormSales({ formId, among }: Props) {
  const sales = useSalesByForm(among)
  if (sales === null) return null
  const form = sales.forms?.find((one) => one.formId === formId)
  const revenue = (form?.gross ?? []).filter(({ total }) => total > 0)
  return (
    // The space is reserved before the content loads, so that the layout does not shift.
    <div className="flex min-h-12 items-end justify-between gap-4 tabular-nums">
      <p className="min-w-0 text-sm text-muted">
        {revenue.length > 0 && (
          <span translate="no" className="block text-base font-semibold text-ink">
            {revenue.map(({ currency, total }) => formatAmount(total, currency)).join(' · ')}
          </span>
        )}
        {sales.forms !== undefined && soldText(form?.orders ?? 0)}
      </p>
      {form !== undefined && <Sparkline values={daysOf(form)} />}
    </div>
  )
}

/** The revenue by day in the currency with the most revenue, or a free form's orders by day. */
function daysOf({ gross, ordersByDay }: Sales): readonly number[] {
  const [most] = gross.toSorted((one, other) => other.total - one.total)
  return most === undefined || most.total === 0 ? ordersByDay : most.byDay
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
