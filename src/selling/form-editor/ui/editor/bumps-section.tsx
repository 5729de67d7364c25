import { useId } from 'react'
import { t } from '#foundation/language/t.ts'
import { mostFormBumps } from '#selling/forms/price/bump-rules.ts'
import { BumpPicker } from '#selling/products/bumps/ui/bump-picker.tsx'
import { Switch } from '#web/kit/form/switch.tsx'
import { Section } from '#web/kit/layout/section.tsx'
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
  const { watch, change } = useFormFields()
  const rules = watch('bumpRules')
  const { isOn } = ruleOf(rules, id)
  const field = useId()
  return (
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
        onChange={({ target }) => change('bumpRules', changedRules(rules, id, { isOn: target.checked }))}
      />
    </div>
  )
}
