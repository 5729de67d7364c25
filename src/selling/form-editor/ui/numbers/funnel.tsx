import { t } from '#foundation/language/t.ts'
import type { Activity } from '#selling/sales/dashboard/dashboard-wire.ts'
import { countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'
import { Meter } from '#web/kit/chart/meter.tsx'

type Props = {
  readonly activity: Activity
  /** Orders that were started and not paid, or null if unknown. */
  readonly unpaid: number | null
}

/** What became of page views, step by step, and which extras buyers took. The steps' bars share one scale. */
export function Funnel({ activity, unpaid }: Props) {
  const extras = extrasOf(activity)
  return (
    <section aria-labelledby="funnel" className="panel flex min-w-0 flex-col p-5">
      <h3 id="funnel" className="font-semibold">
        {t('From visit to sale')}
      </h3>
      <Steps steps={stepsOf(activity, unpaid)} />
      {extras.length > 0 && (
        <>
          <h4 className="mt-5 border-t border-line pt-4 text-sm font-medium text-muted">{t('Extras')}</h4>
          <Steps steps={extras} />
        </>
      )}
    </section>
  )
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="mt-3 grid flex-1 content-between gap-4 tabular-nums">
      {steps.map(({ name, count, bar, share }) => (
        <li key={name}>
          <p className="flex items-baseline justify-between gap-x-4">
            <span>{name}</span>
            <span className="text-xl font-semibold">{countText(count)}</span>
          </p>
          {share !== '' && (
            <p className="flex flex-col gap-1.5 text-sm text-muted">
              <span>{share}</span>
              {bar !== null && <Meter share={bar} />}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

type Step = {
  readonly name: string
  readonly count: number
  /** The length of the step's bar, from 0 to 1, or null if it has no bar. */
  readonly bar: number | null
  /** The share of an earlier step, as text. */
  readonly share: string
}

function stepsOf(activity: Activity, unpaid: number | null): Step[] {
  const { views, orders } = activity
  const started = unpaid === null ? null : orders + unpaid
  const ofViews = shareText(orders, views, (rate) => t('{rate} of views', { rate }))
  const viewed = { name: t('Page views'), count: views, bar: null, share: '' }
  if (started === null) {
    return [viewed, { name: t('Paid orders'), count: orders, bar: rateOf(orders, views), share: ofViews }]
  }
  const ofStarted = shareText(orders, started, (rate) => t('{rate} of started payments', { rate }))
  return [
    viewed,
    {
      name: t('Payments started'),
      count: started,
      // The paid orders below are measured against it.
      bar: null,
      share: shareText(started, views, (rate) => t('{rate} of views', { rate })),
    },
    {
      name: t('Paid orders'),
      count: orders,
      bar: rateOf(orders, started),
      share: [ofStarted, ofViews].filter((text) => text !== '').join(' · '),
    },
  ]
}

function extrasOf({ bumpsOffered, bumpsTaken, offersShown, offersTaken }: Activity): Step[] {
  const all = [
    {
      name: t('Order bumps added'),
      count: bumpsTaken,
      bar: rateOf(bumpsTaken, bumpsOffered),
      share: shareText(bumpsTaken, bumpsOffered, (rate) =>
        t('{rate} of {count} offered', { rate, count: countText(bumpsOffered) }),
      ),
    },
    {
      name: t('One-time offers accepted'),
      count: offersTaken,
      bar: rateOf(offersTaken, offersShown),
      share: shareText(offersTaken, offersShown, (rate) =>
        t('{rate} of {count} shown', { rate, count: countText(offersShown) }),
      ),
    },
  ]
  return all.filter(({ bar }) => bar !== null)
}

function shareText(count: number, of: number, say: (rate: string) => string): string {
  const rate = rateOf(count, of)
  return rate === null ? '' : say(rateText(rate))
}
