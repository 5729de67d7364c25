import { t } from '#foundation/language/t.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import type { Endpoint } from '../contract.ts'

const hour = 3_600_000
const shown = 24

type Hour = { readonly at: number; readonly delivered: number; readonly failed: number }

/** The last 24 hours, oldest first, including empty ones. */
function hoursOf(counted: Endpoint['hours'], now: number): Hour[] {
  const last = Math.floor(now / hour) * hour
  const known = new Map(counted.map((one) => [Date.parse(one.at), one]))
  return Array.from({ length: shown }, (_, index) => {
    const at = last - (shown - 1 - index) * hour
    return { at, delivered: known.get(at)?.delivered ?? 0, failed: known.get(at)?.failed ?? 0 }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Shows the last 24 hours as small bars and in words. */
export function HoursBar({ hours }: Pick<Endpoint, 'hours'>) {
  const bars = hoursOf(hours, Date.now())
  const most = Math.max(1, ...bars.map(({ delivered, failed }) => delivered + failed))
  const [delivered, failed] = [sum(bars.map((one) => one.delivered)), sum(bars.map((one) => one.failed))]
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="flex h-8 shrink-0 items-end gap-0.5">
        {bars.map((one) => (
          <span
            key={one.at}
            className="flex h-full w-1 flex-col justify-end overflow-hidden rounded-sm bg-brand/10"
          >
            <span className="block bg-danger" style={{ height: `${(one.failed / most) * 100}%` }} />
            <span className="block bg-success" style={{ height: `${(one.delivered / most) * 100}%` }} />
          </span>
        ))}
      </span>
      <span className="text-sm text-muted">
        {delivered + failed === 0
          ? t('Nothing in the last 24 hours')
          : failed === 0
            ? t('{delivered} delivered in 24 hours', { delivered })
            : t('{delivered} delivered, {failed} failed in 24 hours', { delivered, failed })}
      </span>
    </div>
  )
}

/** Charts each of the last 24 hours. */
export function HoursChart({ hours }: Pick<Endpoint, 'hours'>) {
  const bars = hoursOf(hours, Date.now())
  return (
    <Chart
      isPlain
      title={t('Last 24 hours')}
      height="h-32"
      present={shown - 1}
      format={(value) => String(Math.round(value))}
      names={{ value: t('Delivered'), whole: t('Tried') }}
      points={bars.map(({ at, delivered, failed }) => ({
        name: clock.format(at),
        value: delivered,
        whole: delivered + failed,
        text: t('{delivered} of {tried}', { delivered, tried: delivered + failed }),
      }))}
    />
  )
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
