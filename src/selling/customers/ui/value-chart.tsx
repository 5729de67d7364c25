import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { axisAmount } from '#foundation/money/axis-amount.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { CustomerDetail } from '../contract.ts'
import { valueOverTime } from './value-over-time.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' })
const tickFormat = new Intl.DateTimeFormat('en-US', { month: 'short' })
/** If two points are more days apart, the chart shows months. */
const mostDays = 8

/** Hidden until there is more than one payment, and while all values would be zero. */
export function ValueChart({ customer }: { readonly customer: CustomerDetail }) {
  const values = valueOverTime(customer, new Date())
  const [first, second] = values
  const currency = customer.value[0]?.currency
  if (currency === undefined || first === undefined || second === undefined) return null
  if (values.every(({ total }) => total === 0)) return null
  const areMonths = second.at.getTime() - first.at.getTime() > mostDays * 24 * 60 * 60 * 1000
  const format = (minor: number) => formatAmount(Math.round(minor), currency)
  return (
    <Chart
      title={t('Value over time')}
      height="h-24"
      isPlain
      present={values.length - 1}
      format={(minor) => axisAmount(minor, currency)}
      names={{ value: t('Value') }}
      points={values.map(({ at, total }) => ({
        name: (areMonths ? monthFormat : dayFormat).format(at),
        tick: (areMonths ? tickFormat : dayFormat).format(at),
        value: total,
        text: format(total),
      }))}
    />
  )
}
