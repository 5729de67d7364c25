import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { FoldedSection, Section } from '#web/kit/layout/section.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { codeHint } from '#selling/coupons/code-text.ts'
import { momentText } from '../coupon-sentence.ts'
import { AmountsField } from './amounts-field.tsx'
import { generateCode } from './generate-code.ts'
import { type CouponValues, instantIn } from './coupon-values.ts'
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

export function DiscountSection({ isNew }: { readonly isNew: boolean }) {
  const { field, register, watch } = useFields<CouponValues>()
  const { setValue } = useFormContext<CouponValues>()
  const generate = () => setValue('code', generateCode(), { shouldDirty: true, shouldValidate: true })
  return (
    <Section title={t('Discount')} lead={t('Applied before any added tax. Only you see the name.')}>
      <div className={`grid gap-5 ${isNew ? 'sm:grid-cols-2' : ''}`}>
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
            hint={codeHint(watch('code'), t('Not case-sensitive. You can add more later.'))}
            action={
              <button type="button" onClick={generate} className="link block min-h-6 rounded text-sm">
                {t('Generate')}
              </button>
            }
            {...field('code')}
          />
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Segmented label={t('Type of discount')} options={kinds.map(said)} {...register('kind')} />
        {watch('kind') === 'percent' && (
          <TextInput
            label={t('Percentage')}
            required
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
            info={t('Off each line, rounded half up. At 100%, buyers only need a card for later payments.')}
            {...field('percentage')}
          />
        )}
      </div>
      <AmountsField />
      <SwitchRow
        label={t('Show a code field')}
        hint={
          watch('isAskedFor') ? (
            t('Pages where it can apply ask “Have a code?”.')
          ) : (
            <span className="text-warning">
              {t('Buyers cannot type the code. It works only through its link.')}
            </span>
          )
        }
        checked={watch('isAskedFor')}
        {...register('isAskedFor')}
      />
    </Section>
  )
}

export function ScopeSection() {
  const { field, watch } = useFields<CouponValues>()
  return (
    <Section
      field="formIds"
      title={t('Scope')}
      lead={t('Order bumps are paid once, so they are discounted once.')}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label={t('Applies to')} options={scopes.map(said)} {...field('scope')} />
        <Select label={t('On subscriptions')} options={lasting.map(said)} {...field('lasts')} />
        {watch('lasts') === 'cycles' && (
          <div className="sm:col-start-2">
            <TextInput
              label={t('Number of payments')}
              required
              inputMode="numeric"
              autoComplete="off"
              info={t('Stripe counts discounts in months.')}
              hint={t('Including the first. Monthly and yearly prices only.')}
              {...field('cycles')}
            />
          </div>
        )}
      </div>
      <FormsField />
    </Section>
  )
}

/** A longer list scrolls. */
const mostAtOnce = 8

function FormsField() {
  const { register, watch, setValue, formState } = useFormContext<CouponValues>()
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const chosen = new Set(watch('formIds'))
  const toggle = (id: string) => {
    const next = chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]
    setValue('formIds', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
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
          <div
            className={`-mx-2 grid auto-rows-max gap-x-4 sm:grid-cols-2 ${forms.length > mostAtOnce ? 'max-h-80 overflow-y-auto' : ''}`}
          >
            {forms.map((form) => (
              <CheckRow
                key={form.id}
                label={form.title}
                hint={form.name}
                checked={chosen.has(form.id)}
                onChange={() => toggle(form.id)}
              />
            ))}
          </div>
          <FieldError message={formState.errors.formIds?.message} />
        </div>
      )}
    </div>
  )
}

/** An empty date field shows its format in a placeholder's color. */
const emptyClass = (at: string) => (at === '' ? 'text-muted!' : '')

/** Optional for a new coupon. For an existing one it is open, because the coupon can be ended here. */
export function LimitsSection({ isNew }: { readonly isNew: boolean }) {
  const { field, register, watch } = useFields<CouponValues>()
  const limits = limitsOf(watch())
  return (
    <FoldedSection
      title={t('Schedule and limits')}
      lead={limits.length === 0 ? t('No end, no limit') : limits.join(' · ')}
      isUsed={!isNew || limits.length > 0}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label={t('Starts at')}
          type="datetime-local"
          {...field('startsAt')}
          className={emptyClass(watch('startsAt'))}
        />
        <TextInput
          label={t('Ends at')}
          type="datetime-local"
          {...field('endsAt')}
          className={emptyClass(watch('endsAt'))}
        />
        <p className="-mt-3.5 text-sm text-muted sm:col-span-2">
          {t('Both optional, in {zone} time.', { zone: watch('zone').replaceAll('_', ' ') })}
        </p>
        <div className="grid grid-cols-2 gap-5 sm:col-span-2">
          <TextInput
            label={t('Total uses')}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('No limit')}
            info={t('A payment in progress counts as a use until it succeeds or fails.')}
            {...field('maxRedemptions')}
          />
          <TextInput
            label={t('Uses per buyer')}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('No limit')}
            info={t('We recognize buyers by email, ignoring aliases, and by card.')}
            {...field('maxPerBuyer')}
          />
        </div>
      </div>
      <SwitchRow
        label={t('Active')}
        hint={
          watch('isActive') ? t('Discounts new orders.') : t('Inactive coupons do not discount new orders.')
        }
        checked={watch('isActive')}
        {...register('isActive')}
      />
    </FoldedSection>
  )
}

/** The limits as typed: "Until Dec 6, 2026, 11:59 PM in Chicago", "50 in total", "1 per buyer". */
function limitsOf({ startsAt, endsAt, zone, maxRedemptions, maxPerBuyer, isActive }: CouponValues) {
  const [start, end] = [instantIn(startsAt, zone), instantIn(endsAt, zone)]
  return [
    ...(isActive ? [] : [t('Inactive')]),
    ...(start === null ? [] : [t('From {time}', { time: momentText(start, zone) })]),
    ...(end === null ? [] : [t('Until {time}', { time: momentText(end, zone) })]),
    ...(maxRedemptions.trim() === '' ? [] : [t('{count} in total', { count: maxRedemptions.trim() })]),
    ...(maxPerBuyer.trim() === '' ? [] : [t('{count} per buyer', { count: maxPerBuyer.trim() })]),
  ]
}
