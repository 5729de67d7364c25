import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { codeHint } from '#selling/coupons/code-text.ts'
import { AmountsField } from './amounts-field.tsx'
import type { CouponValues } from './coupon-values.ts'
import { couponFormsQuery } from './queries.ts'

const kinds = [
  { value: 'percent', label: msg('Percentage') },
  { value: 'amount', label: msg('Amount') },
]
const scopes = [
  { value: 'order', label: msg('The whole order') },
  { value: 'everything', label: msg('The whole order and post-purchase offers') },
  { value: 'form', label: msg('The form’s price only') },
  { value: 'bumps', label: msg('The order bumps only') },
]

const lasting = [
  { value: 'once', label: msg('The first payment') },
  { value: 'cycles', label: msg('The first few payments') },
  { value: 'forever', label: msg('Every payment') },
]

const said = ({ value, label }: { readonly value: string; readonly label: Message }) => ({
  value,
  label: say(label),
})

export function NameSection({ isNew }: { readonly isNew: boolean }) {
  const { field, watch } = useFields<CouponValues>()
  return (
    <Section title={t('Name and code')} lead={t('Only you see the name. Buyers enter the code.')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label={t('Name')}
          required
          maxLength={200}
          placeholder={t('Spring sale')}
          {...field('title')}
        />
        {isNew && (
          <TextInput
            label={t('Code')}
            required
            maxLength={40}
            placeholder="SPRING"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint={codeHint(watch('code'), t('Not case-sensitive. You can add more codes later.'))}
            {...field('code')}
          />
        )}
      </div>
    </Section>
  )
}

export function TakesSection() {
  const { field, register, watch } = useFields<CouponValues>()
  return (
    <Section title={t('Discount')} lead={t('Applied before any added tax.')}>
      <Segmented label={t('Type of discount')} options={kinds.map(said)} {...register('kind')} />
      {watch('kind') === 'percent' ? (
        <TextInput
          label={t('Percentage')}
          required
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          hint={t(
            'Applied to each line and rounded half up. At 100%, buyers only need a card for later payments.',
          )}
          {...field('percentage')}
        />
      ) : (
        <AmountsField
          name="amounts"
          label={t('Amount off')}
          required
          hint={t(
            'Applied once per order, spread over its lines. Does not work on forms in other currencies.',
          )}
        />
      )}
      <Select label={t('Applies to')} options={scopes.map(said)} {...field('scope')} />
      <Select
        label={t('On subscriptions')}
        options={lasting.map(said)}
        hint={t('Order bumps are paid once, so they are discounted once.')}
        {...field('lasts')}
      />
      {watch('lasts') === 'cycles' && (
        <TextInput
          label={t('Number of payments')}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={t(
            'Including the first. Only for monthly and yearly prices, because Stripe counts discounts in months.',
          )}
          {...field('cycles')}
        />
      )}
      <AmountsField
        name="minimums"
        label={t('Minimum order')}
        hint={t('Order total before the discount. Leave empty for no minimum.')}
      />
    </Section>
  )
}

export function FormsSection() {
  const { register, watch, setValue, formState } = useFormContext<CouponValues>()
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const chosen = new Set(watch('formIds'))
  const toggle = (id: string) => {
    const next = chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]
    setValue('formIds', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <Section field="formIds" title={t('Forms')} lead={t('Where buyers can use this coupon.')}>
      <Segmented
        label={t('Works on')}
        options={[
          { value: 'all', label: t('All forms') },
          { value: 'chosen', label: t('Selected forms') },
        ]}
        {...register('whichForms')}
      />
      {watch('whichForms') === 'chosen' && (
        <div className="grid gap-1">
          {forms.length === 0 && <p className="text-muted">{t('You have no forms yet.')}</p>}
          {forms.map((form) => (
            <CheckRow
              key={form.id}
              label={form.title}
              hint={form.name}
              checked={chosen.has(form.id)}
              onChange={() => toggle(form.id)}
            />
          ))}
          <FieldError message={formState.errors.formIds?.message} />
        </div>
      )}
    </Section>
  )
}

export function LimitsSection() {
  const { field, register, watch } = useFields<CouponValues>()
  const zone = watch('zone').replaceAll('_', ' ')
  return (
    <Section
      title={t('Schedule and limits')}
      lead={t('A payment in progress counts as a use until it succeeds or fails.')}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label={t('Starts at')}
          type="datetime-local"
          hint={t('{zone} time. Leave empty to start right away.', { zone })}
          {...field('startsAt')}
        />
        <TextInput
          label={t('Ends at')}
          type="datetime-local"
          hint={t('{zone} time. Leave empty for no end date.', { zone })}
          {...field('endsAt')}
        />
        <TextInput
          label={t('Total uses')}
          inputMode="numeric"
          autoComplete="off"
          hint={t('Leave empty for no limit.')}
          {...field('maxRedemptions')}
        />
        <TextInput
          label={t('Uses per buyer')}
          inputMode="numeric"
          autoComplete="off"
          hint={t('We recognize buyers by email, ignoring aliases, and by card. Leave empty for no limit.')}
          {...field('maxPerBuyer')}
        />
      </div>
      <SwitchRow
        label={t('Show a code field')}
        hint={t(
          'Shows “Have a code?” on payment pages. When off, the code still works from a link and wherever another coupon shows the field.',
        )}
        checked={watch('isAskedFor')}
        {...register('isAskedFor')}
      />
      <SwitchRow
        label={t('Active')}
        hint={t('Inactive coupons do not discount new orders.')}
        checked={watch('isActive')}
        {...register('isActive')}
      />
    </Section>
  )
}
