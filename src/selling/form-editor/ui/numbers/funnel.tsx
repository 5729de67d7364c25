import { t } from '#foundation/language/t.ts'
import type { Activity } from '#selling/sales/dashboard/dashboard-wire.ts'
import { countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'
import { Meter } from '#web/kit/chart/meter.tsx'

type Props = {
  readonly activity: Activity
  /** Orders that were started and not paid, or null if unknown. */
  readonly unpaid: number | null
}

/** What became of page views, step by step. Each bar is the share of the previous step. */
export function Funnel({ activity, unpaid }: Props) {
  const steps = stepsOf(activity, unpaid)
  return (
    <section aria-labelledby="funnel" className="panel flex min-w-0 flex-col p-5">
      <h3 id="funnel" className="font-semibold">
        {t('From visit to sale')}
      </h3>
      <ol className="mt-4 grid flex-1 content-between gap-4 tabular-nums">
        {steps.map(({ name, count, rate, share }) => (
          <li key={name}>
            <p className="flex items-baseline justify-between gap-x-4">
              <span>{name}</span>
              <span className="text-xl font-semibold">{countText(count)}</span>
            </p>
            {share !== '' && (
              <p className="flex flex-col gap-1.5 text-sm text-muted">
                <span>{share}</span>
                <Meter share={rate ?? 0} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type Step = {
  readonly name: string
  readonly count: number
  /** The share of the previous step, from 0 to 1, and its text. */
  readonly rate: number | null
  readonly share: string
}

function stepsOf(activity: Activity, unpaid: number | null): Step[] {
  const { views, orders, bumpsOffered, bumpsTaken, offersShown, offersTaken } = activity
  const started = unpaid === null ? null : orders + unpaid
  const ofViews = (rate: string) => t('{rate} of views', { rate })
  const step = (name: string, count: number, of: number, say: (rate: string) => string): Step => {
    const rate = rateOf(count, of)
    return { name, count, rate, share: rate === null ? '' : say(rateText(rate)) }
  }
  return [
    { name: t('Page views'), count: views, rate: null, share: '' },
    ...(started === null ? [] : [step(t('Payments started'), started, views, ofViews)]),
    started === null
      ? step(t('Paid orders'), orders, views, ofViews)
      : step(t('Paid orders'), orders, started, (rate) => t('{rate} of started payments', { rate })),
    ...(bumpsOffered === 0
      ? []
      : [
          step(t('Order bumps added'), bumpsTaken, bumpsOffered, (rate) =>
            t('{rate} of {count} offered', { rate, count: countText(bumpsOffered) }),
          ),
        ]),
    ...(offersShown === 0
      ? []
      : [
          step(t('One-time offers accepted'), offersTaken, offersShown, (rate) =>
            t('{rate} of {count} shown', { rate, count: countText(offersShown) }),
          ),
        ]),
  ]
}
