import { t } from '#foundation/language/t.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { longestNotice } from '#payments/subscriptions/notices/notice-days.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFormFields } from './use-form-fields.ts'

/** When buyers are reminded of their next payment. Shown only for a recurring price without an end. */
export function RenewalNotices() {
  const { field, watch, change } = useFormFields()
  const prices = [{ priceType: watch('priceType'), cancelAfter: watch('cancelAfter') }, ...watch('prices')]
  const renews = prices.some(
    ({ priceType, cancelAfter }) => priceType === 'RecurringPrice' && cancelAfter === 0,
  )
  if (!renews) return null
  return (
    <>
      <TextInput
        label={t('Renewal notice')}
        required
        inputMode="numeric"
        suffix={t('days before')}
        hint={t(
          'Buyers who pay every 6 months or less often get an email before each payment, 7 to {longest} days ahead. We send it earlier where the law asks for that, as in the United States and France.',
          { longest: longestNotice },
        )}
        {...field('renewalNoticeDays', { setValueAs: readWhole })}
      />
      <SwitchRow
        label={t('Notices of short renewals')}
        hint={t('Also email buyers 3 days before weekly, monthly and other shorter payments.')}
        checked={watch('noticesShortRenewals')}
        onChange={({ target: { checked } }) => change('noticesShortRenewals', checked)}
      />
    </>
  )
}
