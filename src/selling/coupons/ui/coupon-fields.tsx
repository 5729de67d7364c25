import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
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
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Amount' },
]
const scopes = [
  { value: 'order', label: 'The whole order' },
  { value: 'everything', label: 'The whole order and post-purchase offers' },
  { value: 'form', label: 'The form’s price only' },
  { value: 'bumps', label: 'The order bumps only' },
]

const lasting = [
  { value: 'once', label: 'The first payment' },
  { value: 'cycles', label: 'The first few payments' },
  { value: 'forever', label: 'Every payment' },
]

export function NameSection({ isNew }: { readonly isNew: boolean }) {
  const { field, watch } = useFields<CouponValues>()
  return (
    <Section title="Name and code" lead="Only you see the name. Buyers enter the code.">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput label="Name" required maxLength={200} placeholder="Spring sale" {...field('title')} />
        {isNew && (
          <TextInput
            label="Code"
            required
            maxLength={40}
            placeholder="SPRING"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint={codeHint(watch('code'), 'Not case-sensitive. You can add more codes later.')}
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
    <Section title="Discount" lead="Applied before any added tax.">
      <Segmented label="Type of discount" options={kinds} {...register('kind')} />
      {watch('kind') === 'percent' ? (
        <TextInput
          label="Percentage"
          required
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          hint="Applied to each line and rounded half up. At 100%, buyers only need a card for later payments."
          {...field('percentage')}
        />
      ) : (
        <AmountsField
          name="amounts"
          label="Amount off"
          required
          hint="Applied once per order, spread over its lines. Does not work on forms in other currencies."
        />
      )}
      <Select label="Applies to" options={scopes} {...field('scope')} />
      <Select
        label="On subscriptions"
        options={lasting}
        hint="Order bumps are paid once, so they are discounted once."
        {...field('lasts')}
      />
      {watch('lasts') === 'cycles' && (
        <TextInput
          label="Number of payments"
          required
          inputMode="numeric"
          autoComplete="off"
          hint="Including the first. Only for monthly and yearly prices, because Stripe counts discounts in months."
          {...field('cycles')}
        />
      )}
      <AmountsField
        name="minimums"
        label="Minimum order"
        hint="Order total before the discount. Leave empty for no minimum."
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
    <Section field="formIds" title="Forms" lead="Where buyers can use this coupon.">
      <Segmented
        label="Works on"
        options={[
          { value: 'all', label: 'All forms' },
          { value: 'chosen', label: 'Selected forms' },
        ]}
        {...register('whichForms')}
      />
      {watch('whichForms') === 'chosen' && (
        <div className="grid gap-1">
          {forms.length === 0 && <p className="text-muted">You have no forms yet.</p>}
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
  const clock = `${watch('zone').replaceAll('_', ' ')} time`
  return (
    <Section
      title="Schedule and limits"
      lead="A payment in progress counts as a use until it succeeds or fails."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label="Starts at"
          type="datetime-local"
          hint={`${clock}. Leave empty to start right away.`}
          {...field('startsAt')}
        />
        <TextInput
          label="Ends at"
          type="datetime-local"
          hint={`${clock}. Leave empty for no end date.`}
          {...field('endsAt')}
        />
        <TextInput
          label="Total uses"
          inputMode="numeric"
          autoComplete="off"
          hint="Leave empty for no limit."
          {...field('maxRedemptions')}
        />
        <TextInput
          label="Uses per buyer"
          inputMode="numeric"
          autoComplete="off"
          hint="We recognize buyers by email, ignoring aliases, and by card. Leave empty for no limit."
          {...field('maxPerBuyer')}
        />
      </div>
      <SwitchRow
        label="Show a code field"
        hint="Shows “Have a code?” on payment pages. When off, the code still works from a link and wherever another coupon shows the field."
        checked={watch('isAskedFor')}
        {...register('isAskedFor')}
      />
      <SwitchRow
        label="Active"
        hint="Inactive coupons do not discount new orders."
        checked={watch('isActive')}
        {...register('isActive')}
      />
    </Section>
  )
}
