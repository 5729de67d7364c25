import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { soldPrices } from '#selling/forms/price/price-text.ts'
import { likelyAmount } from '#selling/forms/open-problems.ts'
import type { FormCard } from '#selling/forms/contract.ts'
import { readNumber, readWhole } from '#foundation/typed/read-number.ts'
import { effectOn, type Effect } from '../coupon-effect.ts'
import { couponSentence } from '../coupon-sentence.ts'
import { amountsIn, instantIn, type CouponValues } from './coupon-values.ts'
import { couponFormsQuery } from './queries.ts'

const shownAtFirst = 4

/**
 * The effect of the edited coupon, in one sentence and on each price of each form. It stays visible next to the
 * editor.
 */
export function CouponPreview() {
  const [isWhole, setIsWhole] = useState(false)
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const values = useFormContext<CouponValues>().watch()
  const typed = typedOf(values)
  const met = forms.filter(({ id }) => values.whichForms !== 'chosen' || values.formIds.includes(id))
  const shown = isWhole ? met : met.slice(0, shownAtFirst)
  return (
    // If the list is taller than the window, it scrolls with the page.
    <aside
      aria-label={t('Preview')}
      className={isWhole ? '' : 'low:static lg:sticky lg:top-24 lg:self-start'}
    >
      <Section title={t('Preview')} lead={t('The price on each form.')}>
        <div className="max-lg:hidden">
          <CouponSummary />
        </div>
        {met.length > 0 && (
          <ul aria-label={t('Price on each form')} className="grid gap-3">
            {shown.map((form) => (
              <li key={form.id} className="grid gap-0.5 border-b border-line pb-3 last:border-0 last:pb-0">
                <span className="line-clamp-2 font-medium break-words">{form.title}</span>
                <Effects form={form} typed={typed} />
              </li>
            ))}
          </ul>
        )}
        {shown.length < met.length && (
          <Button variant="secondary" className="justify-self-start" onClick={() => setIsWhole(true)}>
            {t('Show all {length} forms', { length: met.length })}
          </Button>
        )}
      </Section>
    </aside>
  )
}

/** Describes the edited coupon in one sentence. */
export function CouponSummary() {
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const values = useFormContext<CouponValues>().watch()
  const titles = forms.filter(({ id }) => values.formIds.includes(id)).map(({ title }) => title)
  const sentence = couponSentence({
    ...typedOf(values),
    forms: values.whichForms === 'chosen' ? titles : null,
  })
  return (
    <output className="flex items-start gap-3 rounded-xl border border-dashed border-brand/50 bg-brand-soft p-4">
      <TicketPercent aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      <span className="min-w-0 font-medium text-pretty break-words">{t('{sentence}.', { sentence })}</span>
    </output>
  )
}

type EffectsProps = { readonly form: FormCard; readonly typed: ReturnType<typeof typedOf> }

function Effects({ form, typed }: EffectsProps) {
  const { title, currency, quantityMin, quantityMax } = form
  const prices = soldPrices(form).map(({ price, name }) => ({
    name,
    effect: effectOn(typed, {
      ...price,
      amount: likelyAmount(price),
      title,
      currency,
      quantityMin,
      quantityMax,
      tax: null,
    }),
  }))
  const [only] = prices
  if (prices.length === 1 && only !== undefined) return <EffectText effect={only.effect} />
  return (
    <dl className="mt-1 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1 text-sm">
      {prices.map(({ name, effect }, place) => (
        <div key={place} className="contents">
          <dt className="line-clamp-2 break-words text-muted">{name}</dt>
          <dd className="min-w-0 break-words">
            <EffectText effect={effect} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function EffectText({ effect }: { readonly effect: Effect }) {
  if (effect.kind !== 'lower') {
    return <span className={effect.kind === 'problem' ? 'text-warning' : 'text-muted'}>{effect.text}</span>
  }
  return (
    <span className="tabular-nums">
      <s className="text-muted">{effect.before}</s> <strong>{effect.after}</strong> {effect.lasting}
    </span>
  )
}

/** The typed values, as far as they can be read. */
function typedOf(values: CouponValues) {
  const { kind, scope, lasts, zone } = values
  const count = (text: string) => {
    const number = readWhole(text)
    return number !== null && Number.isInteger(number) && number > 0 ? number : null
  }
  const percentage = readNumber(values.percentage)
  const isPercentage = percentage !== null && percentage >= 0 && percentage <= 100
  return {
    kind,
    scope,
    lasts,
    cycles: lasts === 'cycles' ? count(values.cycles) : null,
    zone,
    percentage: isPercentage ? Math.round(percentage * 100) / 100 : 0,
    amounts: kind === 'amount' ? amountsIn('amount', values.amounts) : [],
    minimums: amountsIn('minimum', values.amounts),
    startsAt: instantIn(values.startsAt, zone),
    endsAt: instantIn(values.endsAt, zone),
    maxRedemptions: count(values.maxRedemptions),
    maxPerBuyer: count(values.maxPerBuyer),
  }
}
