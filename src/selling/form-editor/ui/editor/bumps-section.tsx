import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { t } from '#foundation/language/t.ts'
import { type BumpRule, mostFormBumps } from '#selling/forms/price/bump-rules.ts'
import { BumpPicker } from '#selling/products/bumps/ui/bump-picker.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Switch } from '#web/kit/form/switch.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { type NamedPrice, namedPrices, PriceTicks } from '../prices/price-ticks.tsx'
import { changedRules, ruleOf } from './bump-rules.ts'
import { idsOf } from './form-values.ts'
import { useFormFields } from './use-form-fields.ts'

export function OrderBumpsSection() {
  const { watch, change, errorOf } = useFormFields()
  const isRecurring = watch('priceType') === 'RecurringPrice'
  const chosen = idsOf(watch('bumps'))
  return (
    <Section
      isLine={chosen.length === 0}
      title={t('Order bumps')}
      lead={[
        t('Small extras buyers can add at checkout.'),
        ...(isRecurring ? [t('Charged once, with the first payment.')] : []),
      ].join(' ')}
    >
      <BumpPicker
        label={t('Order bumps')}
        chosen={chosen}
        currency={watch('currency')}
        most={mostFormBumps}
        onChange={(ids) => change('bumps', ids)}
        error={errorOf('bumps')}
        Details={BumpDetails}
      />
    </Section>
  )
}

/** How the form offers one of its bumps. */
function BumpDetails({ id, name }: { readonly id: string; readonly name: string }) {
  const { watch, change, getValues } = useFormFields()
  watch(['prices', 'priceId', 'priceLabel'])
  const rules = watch('bumpRules')
  const { isOn, priceIds, quantityMin } = ruleOf(rules, id)
  const [most, prices] = [watch('quantityMax'), namedPrices(getValues())]
  const save = (changed: Partial<BumpRule>) => change('bumpRules', changedRules(rules, id, changed))
  const field = useId()
  const isLimited = priceIds !== null || quantityMin > 1
  return (
    <>
      <div className="relative flex items-center gap-3 border-t border-line px-3 py-2 text-sm">
        <div className="flex-1">
          <label htmlFor={field} className="font-medium after:absolute after:inset-0">
            {t('Active')}
          </label>
          <p id={`${field}-hint`} hidden={isOn} className="text-muted">
            {t('Buyers only see active bumps.')}
          </p>
        </div>
        <Switch
          id={field}
          aria-label={t('Active: {name}', { name })}
          aria-describedby={isOn ? undefined : `${field}-hint`}
          checked={isOn}
          onChange={({ target }) => save({ isOn: target.checked })}
        />
      </div>
      {isOn && (isLimited || prices.length > 1 || (most ?? 1) > 1) && (
        <BumpTerms {...{ name, prices, priceIds, quantityMin, most: most ?? 1, save }} />
      )}
    </>
  )
}

type BumpTermsProps = Pick<BumpRule, 'priceIds' | 'quantityMin'> & {
  readonly name: string
  readonly prices: readonly NamedPrice[]
  /** The form's largest quantity. */
  readonly most: number
  readonly save: (changed: Partial<BumpRule>) => void
}

/** With which prices and quantities buyers see the bump. */
function BumpTerms({ name, prices, priceIds, quantityMin, most, save }: BumpTermsProps) {
  const named = prices.filter(({ id }) => priceIds?.includes(id) ?? true)
  const isLimited = priceIds !== null || quantityMin > 1
  return (
    <details className="group border-t border-line px-3 text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-3 py-2.5 font-medium wrap-anywhere [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="sr-only">{name}: </span>
          {isLimited
            ? termsText(
                named.map((price) => price.name),
                priceIds !== null,
                quantityMin,
              )
            : t('Shown with every choice')}
        </span>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-1 pb-4">
        {(prices.length > 1 || priceIds !== null) && (
          <PriceTicks
            field="bumpRules"
            label={t('Shown with')}
            prices={prices}
            chosen={priceIds}
            error={priceIds !== null && named.length === 0 ? 'none' : undefined}
            onChange={(ids) => save({ priceIds: ids })}
          />
        )}
        {(most > 1 || quantityMin > 1) && (
          <Select
            label={t('From quantity')}
            value={String(quantityMin)}
            options={quantitiesTo(most, quantityMin)}
            error={quantityMin > most ? t('Buyers can order {most} at most', { most }) : undefined}
            onChange={({ target: { value } }) => save({ quantityMin: Number(value) })}
          />
        )}
      </div>
    </details>
  )
}

/** More quantities would make a long list. */
const mostListed = 20

function quantitiesTo(most: number, chosen: number) {
  const counts = Array.from({ length: Math.min(most, mostListed) }, (_, place) => place + 1)
  const all = counts.includes(chosen) ? counts : [...counts, chosen]
  return all.map((count) => ({ value: String(count), label: String(count) }))
}

function termsText(prices: readonly string[], isForSome: boolean, quantityMin: number): string {
  const names = prices.join(', ')
  if (!isForSome) return t('Shown from quantity {quantityMin}', { quantityMin })
  if (prices.length === 0) return t('Shown with no price')
  return quantityMin > 1
    ? t('Shown with: {names}; from quantity {quantityMin}', { names, quantityMin })
    : t('Shown with: {names}', { names })
}
