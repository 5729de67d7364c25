import { t } from '#foundation/language/t.ts'
import type { Activity } from '#selling/sales/dashboard/dashboard-wire.ts'
import { countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'

type Props = {
  readonly activity: Activity
  /** Orders that were begun and not paid, or null if unknown. */
  readonly unpaid: number | null
}

/** What became of page views, step by step; each bar is filled by the share of the step before. */
export function Funnel({ activity, unpaid }: Props) {
  const steps = stepsOf(activity, unpaid)
  return (
    <section aria-labelledby="funnel" className="panel min-w-0 p-5 sm:p-6">
      <h3 id="funnel" className="font-semibold">
        {t('From visit to sale')}
      </h3>
      <ol className="mt-4 grid gap-4 tabular-nums">
        {steps.map(({ name, count, rate, share }) => (
          <li key={name}>
            <p className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
              <span>{name}</span>
              <span className="text-right font-semibold">{countText(count)}</span>
              {share !== '' && <span className="text-sm text-muted">{share}</span>}
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="mt-1.5 h-2.5 w-full">
              <rect width="100" height="1" className="fill-sunken" />
              <rect width={100 * (rate ?? 0)} height="1" className="fill-brand" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Step = {
  readonly name: string
  readonly count: number
  /** The part of the step before, from 0 to 1, and its words. */
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
    { name: t('Page views'), count: views, rate: views > 0 ? 1 : null, share: '' },
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
