import { t } from '#foundation/language/t.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import type { Form } from '#selling/forms/contract.ts'
import { countdownText, instantText } from '#selling/timers/ui/timer-texts.ts'
import { useNow } from '#selling/timers/ui/use-now.ts'
import { type PriceStep, priceSteps } from './price-steps.ts'

/** A form's prices, now and after each of its timers. Renders nothing if no timer will change a price. */
export function PriceOverTime({ form }: { readonly form: Form }) {
  const now = useNow()
  const prices = priceSteps(form, now)
  const next = Math.min(...prices.flatMap(({ steps }) => steps.slice(1, 2).map(({ from }) => from)))
  if (prices.length === 0) return null
  return (
    <section aria-labelledby="price-over-time" className="panel mb-6 grid gap-6 p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="price-over-time" className="text-lg font-semibold">
          {t('Price over time')}
        </h2>
        <p className="text-muted">
          {t('Next change in {countdown}', { countdown: countdownText(next - now) })}
        </p>
      </div>
      {prices.map(({ id, name, steps }) => (
        <div key={id}>
          {form.prices.length > 0 && <h3 className="mb-2 font-medium wrap-anywhere">{name}</h3>}
          <Steps steps={steps} currency={form.currency} />
        </div>
      ))}
    </section>
  )
}

type StepsProps = { readonly steps: readonly PriceStep[]; readonly currency: string }

function Steps({ steps, currency }: StepsProps) {
  const top = Math.max(...steps.map(({ amount }) => amount ?? 0))
  return (
    <ol className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-1 gap-y-5">
      {steps.map(({ from, amount }, index) => {
        const height = amount === null || top === 0 ? 1 : Math.max((amount / top) * 40, 1)
        return (
          <li key={from}>
            <svg viewBox="0 0 1 40" preserveAspectRatio="none" aria-hidden className="h-14 w-full">
              <rect
                width="1"
                y={40 - height}
                height={height}
                className={amount === null ? 'fill-edge' : index === 0 ? 'fill-brand' : 'fill-brand/40'}
              />
            </svg>
            <p className="mt-2 pr-2">
              <strong className="block tabular-nums">
                {amount === null ? t('Closed') : shownAmount(amount, currency)}
              </strong>
              <span className="block text-sm text-muted">
                {index === 0 ? t('Now') : t('From {time}', { time: instantText(from, null) })}
              </span>
            </p>
          </li>
        )
      })}
    </ol>
  )
}
