import { useQuery } from '@tanstack/react-query'
import { ChevronDown, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { useMedia } from '#web/kit/browser/use-media.ts'
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
 * The effect of the edited coupon, in one sentence and on each price of each form. On desktops, it is next to the
 * editor and stays visible. On smaller screens, it is above the editor and shows a single form until the seller shows
 * all.
 */
export function CouponPreview({ isAside }: { readonly isAside: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const isWide = useMedia('(width >= 64rem)')
  const { met, example } = useMet()
  if (isWide !== isAside) return null
  const first = isAside ? met.slice(0, shownAtFirst) : example === undefined ? [] : [example]
  const shown = isWhole ? met : first
  const content = (
    <>
      <CouponSummary />
      {met.length > 0 && (
        <ul aria-label={t('Price on each form')} className="grid gap-3">
          {shown.map(({ form, prices }) => (
            <li key={form.id} className="border-b border-line pb-3 last:border-0 last:pb-0">
              <Effects title={form.title} prices={prices} />
            </li>
          ))}
        </ul>
      )}
      {met.length > first.length && (
        <Button
          variant={isAside ? 'secondary' : 'ghost'}
          aria-expanded={isWhole}
          className={isAside ? 'justify-self-start' : '-my-2 -ml-4.5 justify-self-start'}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : t('Show all {length} forms', { length: met.length })}
          {!isAside && (
            <ChevronDown
              aria-hidden
              className={`size-4.5 text-muted transition ${isWhole ? 'rotate-180' : ''}`}
            />
          )}
        </Button>
      )}
    </>
  )
  if (!isAside) {
    return (
      <aside aria-label={t('Preview')} className="panel grid grid-cols-1 gap-4 p-4">
        {content}
      </aside>
    )
  }
  return (
    // If the list is taller than the window, it scrolls with the page.
    <aside
      aria-label={t('Preview')}
      className={isWhole ? '' : 'low:static lg:sticky lg:top-24 lg:self-start'}
    >
      <Section title={t('Preview')} lead={t('The price on each form.')}>
        {content}
      </Section>
    </aside>
  )
}

/** Next to the save button on phones and tablets, where the preview may be out of view. */
export function PriceNote() {
  const { example } = useMet()
  const effect = example?.prices.find(isLower)?.effect
  return (
    <>
      <span className={`pl-2 text-muted ${effect === undefined ? '' : 'max-lg:hidden'}`}>
        {t('Not saved yet')}
      </span>
      {effect !== undefined && (
        <span className="pl-1 lg:hidden">
          <Lowered {...effect} />
        </span>
      )}
    </>
  )
}

/** The coupon's forms with its effect on each, and one form that it discounts. */
function useMet() {
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const values = useFormContext<CouponValues>().watch()
  const typed = typedOf(values)
  const met = forms
    .filter(({ id }) => values.whichForms !== 'chosen' || values.formIds.includes(id))
    .map((form) => ({ form, prices: effectsOn(form, typed) }))
  return { met, example: met.find(({ prices }) => prices.some(isLower)) ?? met[0] }
}

/** Describes the edited coupon in one sentence. */
function CouponSummary() {
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

type Priced = { readonly name: string; readonly effect: Effect }
type Lower = Effect & { readonly kind: 'lower' }

const isLower = (priced: Priced): priced is Priced & { readonly effect: Lower } =>
  priced.effect.kind === 'lower'

function effectsOn(form: FormCard, typed: ReturnType<typeof typedOf>): Priced[] {
  const { title, currency, quantityMin, quantityMax } = form
  return soldPrices(form).map(({ price, name }) => ({
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
}

type EffectsProps = { readonly title: string; readonly prices: readonly Priced[] }

function Effects({ title, prices }: EffectsProps) {
  const [only] = prices
  if (prices.length === 1 && only !== undefined) return <EffectLine title={title} effect={only.effect} />
  return (
    <div className="grid gap-1">
      <span className="line-clamp-2 font-medium break-words">{title}</span>
      {prices.map(({ name, effect }, place) => (
        <EffectLine key={place} title={name} effect={effect} isPart />
      ))}
    </div>
  )
}

type LineProps = { readonly title: string; readonly effect: Effect; readonly isPart?: boolean }

/** A price with its name. The prices are right-aligned. */
function EffectLine({ title, effect, isPart = false }: LineProps) {
  const note = effect.kind === 'lower' ? effect.lasting : effect.text
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <div className="min-w-0 flex-[1_1_8rem]">
        <div className={`line-clamp-2 break-words ${isPart ? 'text-sm text-muted' : 'font-medium'}`}>
          {title}
        </div>
        {note !== '' && (
          <div className={`text-sm ${effect.kind === 'problem' ? 'text-warning' : 'text-muted'}`}>{note}</div>
        )}
      </div>
      {effect.kind === 'lower' && <Lowered {...effect} />}
    </div>
  )
}

function Lowered({ before, after }: Pick<Lower, 'before' | 'after'>) {
  return (
    <span className="ml-auto whitespace-nowrap tabular-nums">
      <s className="text-sm text-muted">{before}</s> <strong>{after}</strong>
    </span>
  )
}

/** The typed values that are valid so far. */
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
