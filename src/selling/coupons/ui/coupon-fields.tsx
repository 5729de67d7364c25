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
  { value: 'everything', label: 'The whole order and the offers after it' },
  { value: 'form', label: 'The price of the form itself' },
  { value: 'bumps', label: 'The order bumps' },
]

const lasting = [
  { value: 'once', label: 'The first payment' },
  { value: 'cycles', label: 'The first few payments' },
  { value: 'forever', label: 'Every payment' },
]

export function NameSection({ isNew }: { readonly isNew: boolean }) {
  const { field, watch } = useFields<CouponValues>()
  return (
    <Section title="Name and code" lead="You read the name, buyers type the code.">
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
            hint={codeHint(
              watch('code'),
              'In whatever case buyers type it. More codes can be added afterwards.',
            )}
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
    <Section title="What it takes off" lead="Before tax that is added.">
      <Segmented label="Type of discount" options={kinds} {...register('kind')} />
      {watch('kind') === 'percent' ? (
        <TextInput
          label="Percentage"
          required
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          hint="Of each line, rounded half up. With 100, buyers need a card only for later payments."
          {...field('percentage')}
        />
      ) : (
        <AmountsField
          name="amounts"
          label="Amount off"
          required
          hint="Once per order, spread over its lines. Forms in other currencies take no such code."
        />
      )}
      <Select label="Applies to" options={scopes} {...field('scope')} />
      <Select
        label="Of recurring prices"
        options={lasting}
        hint="Order bumps are paid once, and reduced once."
        {...field('lasts')}
      />
      {watch('lasts') === 'cycles' && (
        <TextInput
          label="Number of payments"
          required
          inputMode="numeric"
          autoComplete="off"
          hint="The first one included. For prices by months or years: the card provider counts discounts in months."
          {...field('cycles')}
        />
      )}
      <AmountsField
        name="minimums"
        label="Minimum order"
        hint="What an order must come to before the code. Leave empty for none."
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
    <Section field="formIds" title="Forms" lead="Where buyers can use it.">
      <Segmented
        label="It is for"
        options={[
          { value: 'all', label: 'All forms' },
          { value: 'chosen', label: 'Chosen forms' },
        ]}
        {...register('whichForms')}
      />
      {watch('whichForms') === 'chosen' && (
        <div className="grid gap-1">
          {forms.length === 0 && <p className="text-muted">There is no form yet.</p>}
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
  const clock = `By the clock of ${watch('zone').replaceAll('_', ' ')}. Leave empty for`
  return (
    <Section
      title="When and how often"
      lead="A payment that is under way counts as a use until it is decided."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label="Starts at"
          type="datetime-local"
          hint={`${clock} at once.`}
          {...field('startsAt')}
        />
        <TextInput label="Ends at" type="datetime-local" hint={`${clock} never.`} {...field('endsAt')} />
        <TextInput
          label="Uses in total"
          inputMode="numeric"
          autoComplete="off"
          hint="Leave empty for no limit."
          {...field('maxRedemptions')}
        />
        <TextInput
          label="Uses per buyer"
          inputMode="numeric"
          autoComplete="off"
          hint="Buyers are told apart by email, without its alias, and by card. Leave empty for no limit."
          {...field('maxPerBuyer')}
        />
      </div>
      <SwitchRow
        label="Ask for codes on the page"
        hint="Payment pages show “Have a code?”. Without it, the code works from a link and where another coupon asks."
        checked={watch('isAskedFor')}
        {...register('isAskedFor')}
      />
      <SwitchRow
        label="Active"
        hint="A coupon that is switched off takes nothing off any order from now on."
        checked={watch('isActive')}
        {...register('isActive')}
      />
    </Section>
  )
}
