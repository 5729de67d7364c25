import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { listText } from '#foundation/language/list.ts'
import { say, t } from '#foundation/language/t.ts'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import { useSellerState } from '#accounts/billing/ui/seller-state.ts'
import { taxLabel } from '#payments/pricing/shown-price.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { FoldPanel } from '#web/kit/layout/fold-panel.tsx'
import { blockLabels } from '#selling/forms/blocks/form-block.ts'
import type { Form } from '#selling/forms/contract.ts'
import { PriceSales } from '#selling/sales/ui/form-sales.tsx'
import { priceName } from '#selling/forms/price/price-text.ts'
import { ruleOf } from './editor/bump-rules.ts'
import { StateBadge } from './form-price.tsx'
import { DisabledByPlanNote } from './pausing/pausing.tsx'
import { pricesOf } from './prices/arrange-prices.ts'
import { priceText } from './prices/price-sentence.ts'

const FormDescription = lazy(async () => ({
  default: (await import('./description/form-description.tsx')).FormDescription,
}))

/** The contents of a form. */
export function FormDetails({ form }: { readonly form: Form }) {
  return (
    <FoldPanel title={t('Details')}>
      <div className="px-5 pb-5">
        <Suspense fallback={<Skeleton blocks={['h-24']} />}>
          <div className="max-w-[65ch]">
            <FormDescription form={form} />
          </div>
        </Suspense>
        <DisabledByPlan form={form} />
        <dl className="mt-6 grid gap-x-8 gap-y-5 border-t border-line pt-6 sm:grid-cols-2 lg:grid-cols-3">
          <Summary form={form} />
        </dl>
      </div>
    </FoldPanel>
  )
}

/** Parts of the form that the plan disables, and that its page leaves out. */
function DisabledByPlan({ form }: { readonly form: Form }) {
  const plan = useSellerState(true)?.plan ?? null
  const { bumps, otoSequenceList, oneTimeOffer, tax, timers } = form
  if (plan === null || opensExtras(plan)) return null
  const offers = otoSequenceList.length + (oneTimeOffer === null ? 0 : 1)
  const parts = { bumps: bumps.length, offers, taxes: tax === null ? 0 : 1, timers: timers.length }
  if (Object.values(parts).every((count) => count === 0)) return null
  return (
    <div className="mt-6">
      <DisabledByPlanNote parts={parts} />
    </div>
  )
}

function Summary({ form }: { readonly form: Form }) {
  const ending =
    form.cancelAfter === 0
      ? t('Until canceled')
      : t('Ends automatically after {count, plural, one {# payment} other {# payments}}', {
          count: form.cancelAfter,
        })
  return (
    <>
      <Fact name={form.prices.length > 0 ? t('Price options') : t('Price')}>
        <PriceList form={form} />
      </Fact>
      {form.prices.length === 0 && form.priceType === 'RecurringPrice' && (
        <Fact name={t('Runs')}>{ending}</Fact>
      )}
      <Fact name={t('Colors')}>
        <span translate="no" className="flex flex-wrap items-center gap-x-3">
          <Color value={form.themeColor} />
          <Color value={form.buttonTextColor} />
        </span>
      </Fact>
      {isProviderMode(form.taxMode) && (
        <Fact name={t('Tax')}>
          {form.taxMode === 'provider' ? t('Stripe Tax, added') : t('Stripe Tax, included')}
        </Fact>
      )}
      {form.taxMode === 'by_country' && <Fact name={t('Tax')}>{t('By country')}</Fact>}
      {form.tax !== null && !isProviderMode(form.taxMode) && (
        <Fact name={form.taxMode === 'by_country' ? t('Tax elsewhere') : t('Tax')}>
          {form.tax.inclusive
            ? t('{tax}, included', { tax: taxLabel(form.tax.title, String(form.tax.percentage)) })
            : t('{tax}, added', { tax: taxLabel(form.tax.title, String(form.tax.percentage)) })}
        </Fact>
      )}
      {form.bumps.length > 0 && <Fact name={t('Order bumps')}>{titlesOf(markedBumps(form))}</Fact>}
      {(form.oneTimeOffer !== null || form.otoSequenceList.length > 0) && (
        <Fact name={t('One-time offers')}>
          {titlesOf([form.oneTimeOffer, ...form.otoSequenceList].filter((offer) => offer !== null))}
        </Fact>
      )}
      <Fact name={t('Timers')}>
        <Link to={`/forms/details/${form.id}`} className="rounded font-medium text-brand hover:underline">
          {t('{count, plural, =0 {No timers} one {# timer} other {# timers}}', { count: form.timers.length })}
        </Link>
      </Fact>
      <Fact name={t('Files')}>
        {form.files.length === 0
          ? t('None')
          : listText(
              form.files.map(({ name }) => name),
              'unit',
            )}
      </Fact>
      <Fact name={t('After payment')}>{form.redirectUrl ?? form.successMessage ?? t('Default message')}</Fact>
      {form.fields.length > 0 && (
        <Fact name={t('Questions')}>
          {listText(
            form.fields.map(({ label }) => label),
            'unit',
          )}
        </Fact>
      )}
      {form.blocks.length > 0 && (
        <Fact name={t('On the page')}>
          {listText(
            form.blocks.map(({ kind }) => say(blockLabels[kind])),
            'unit',
          )}
        </Fact>
      )}
      {form.guarantee !== null && <Fact name={t('Guarantee')}>{form.guarantee}</Fact>}
      {form.termsUrl !== null && <Fact name={t('Terms')}>{form.termsUrl}</Fact>}
    </>
  )
}

/** The form's bumps, with a note on those that buyers do not see. */
function markedBumps({ bumps, bumpRules }: Form) {
  return bumps.map(({ id, title }) => ({
    title: ruleOf(bumpRules, id).isOn ? title : t('{title} (inactive)', { title }),
  }))
}

function titlesOf(products: readonly { readonly title: string }[]): string {
  return listText(
    products.map(({ title }) => title),
    'unit',
  )
}

function Color({ value }: { readonly value: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden
        title={value}
        className="size-6 rounded-full border border-edge"
        style={{ background: value }}
      />
      <span className="sr-only">{value}</span>
    </span>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}

/** A form's prices as its seller reads them. If there are several, recent sales are shown as well. */
function PriceList({ form }: { readonly form: Form }) {
  const [today] = useState(() => Date.now())
  const [first, ...others] = pricesOf(form)
  if (first !== undefined && others.length === 0) return priceText(first, form.currency, today)
  return (
    <ul className="grid gap-2">
      {pricesOf(form).map((price) => (
        <li key={price.id}>
          <span className="font-medium wrap-anywhere">{priceName(price, form.currency)}</span>{' '}
          <StateBadge price={price} />
          <span className="block">{priceText(price, form.currency, today)}</span>
          <PriceSales formId={form.id} priceId={price.id ?? form.id} />
        </li>
      ))}
    </ul>
  )
}
