import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useParams } from 'react-router'
import { toast } from 'sonner'
import { listCountries } from '#accounts/invoice-details/countries.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { t } from '#foundation/language/t.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { formQuery } from '#selling/forms/ui/queries.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { UnsavedChanges } from '#web/kit/form/unsaved-changes.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { type FormRecovery, formRecoveryContract, type RecoveryChoices } from '../settings/contract.ts'
import { MailPreview } from './mail-preview.tsx'

function recoveryQuery(id: string) {
  return queryOptions({
    queryKey: ['recoveries', 'form', id],
    queryFn: ({ signal }) => call(formRecoveryContract.readFormRecovery, { params: { id }, signal }),
  })
}

/** What a form does after a lost payment. */
export function RecoveryPage() {
  const { id = '' } = useParams()
  const query = useQuery(recoveryQuery(id))
  const { data: form } = useQuery(formQuery(id))
  return (
    <Page
      width="narrow"
      back={
        form === undefined ? { to: '/forms', label: t('Forms') } : { to: `/forms/${id}`, label: form.title }
      }
      title={t('After a lost payment')}
      lead={t('What buyers of this form get when their order is not paid.')}
    >
      {query.data === undefined ? (
        <NotLoaded query={query} blocks={['h-40', 'h-72']} listPath="/forms" />
      ) : (
        <RecoveryForm key={id} id={id} stored={query.data} />
      )}
    </Page>
  )
}

type Props = { readonly id: string; readonly stored: FormRecovery }

function choicesOf(stored: FormRecovery): RecoveryChoices {
  return pickFields(stored, [
    'declined',
    'page',
    'waits',
    'subject',
    'message',
    'couponId',
    'fallbackPriceId',
    'offersWithoutExtras',
  ])
}

function RecoveryForm({ id, stored }: Props) {
  const queries = useQueryClient()
  const mayChange = useMayCall()(formRecoveryContract.saveFormRecovery)
  const [choices, setChoices] = useState(choicesOf(stored))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (next: Partial<RecoveryChoices>) => setChoices((present) => ({ ...present, ...next }))
  const isDirty = JSON.stringify(choices) !== JSON.stringify(choicesOf(stored))
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(formRecoveryContract.saveFormRecovery, { params: { id }, body: choices }),
    onSuccess: (saved) => {
      setErrors({})
      setChoices(choicesOf(saved))
      queries.setQueryData(recoveryQuery(id).queryKey, saved)
      toast.success(t('Saved'))
    },
    onError: (error) => {
      setErrors(error instanceof ApiError ? error.errors : {})
      toast.error(errorMessage(error, t('The server did not respond. Try again.')))
    },
  })
  const { declined, page, waits, subject, message, couponId, fallbackPriceId, offersWithoutExtras } = choices
  return (
    <SettingsForm
      label={t('After a lost payment')}
      mayChange={mayChange}
      isDirty={isDirty}
      isBusy={isPending}
      saveLabel={t('Save changes')}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        mutate()
      }}
    >
      <UnsavedChanges isUnsaved={() => isDirty} />
      <Section
        title={t('Emails')}
        lead={t('We send them in your shop’s name, between 8 am and 9 pm by your shop’s clock.')}
      >
        <SwitchRow
          label={t('Declined, or left at the bank')}
          hint={t('One email about the order that the buyer placed, with a link back to it. {law}', {
            law: lawText(stored),
          })}
          checked={declined}
          disabled={!mayChange}
          onChange={({ target }) => change({ declined: target.checked })}
        />
        <SwitchRow
          label={t('Reminder on request')}
          hint={t(
            'Your payment page shows an unchecked box for a reminder below the email field. Only buyers who check it get emails, two at most.',
          )}
          checked={page}
          disabled={!mayChange}
          onChange={({ target }) => change({ page: target.checked })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <WaitSelect
            label={t('First email after')}
            value={waits[0]}
            error={errors['waits.0'] ?? errors['waits']}
            isDisabled={!mayChange}
            onChange={(first) => change({ waits: [first, waits[1]] })}
          />
          <WaitSelect
            label={t('Second email of a reminder after')}
            value={waits[1]}
            error={errors['waits.1']}
            isDisabled={!mayChange || !page}
            onChange={(second) => change({ waits: [waits[0], second] })}
          />
        </div>
        <Select
          label={t('Coupon in reminders')}
          hint={t(
            'Only coupons without limits and minimum orders, since the email promises the discount. Emails about declined payments never lower the price.',
          )}
          error={errors['couponId']}
          value={couponId ?? ''}
          disabled={!mayChange || !page}
          options={[
            { value: '', label: t('None') },
            ...stored.coupons.map(({ id: of, code, discount }) => ({
              value: of,
              label: t('{code}: {discount} off', { code, discount }),
            })),
          ]}
          onChange={({ target }) => change({ couponId: target.value || null })}
        />
      </Section>
      <Section
        title={t('On the page')}
        lead={t(
          'After a decline, buyers can use another card or method, or have a link emailed to pay later.',
        )}
      >
        <SwitchRow
          label={t('Remove the extras')}
          hint={t('The page offers to continue without order bumps, if the buyer added some.')}
          checked={offersWithoutExtras}
          disabled={!mayChange}
          onChange={({ target }) => change({ offersWithoutExtras: target.checked })}
        />
        {stored.prices.length > 0 && (
          <Select
            label={t('Another price')}
            hint={t('The page offers to switch to it, such as to payment in installments.')}
            error={errors['fallbackPriceId']}
            value={fallbackPriceId ?? ''}
            disabled={!mayChange}
            options={[
              { value: '', label: t('None') },
              ...stored.prices.map(({ id: of, label }) => ({ value: of, label })),
            ]}
            onChange={({ target }) => change({ fallbackPriceId: target.value || null })}
          />
        )}
      </Section>
      <Section
        title={t('Words')}
        lead={t(
          'Ours fit every case and language. Your own words replace the subject and the second sentence, for buyers who read the form in its own language.',
        )}
      >
        <TextInput
          label={t('Subject')}
          maxLength={120}
          value={subject ?? ''}
          readOnly={!mayChange}
          error={errors['subject']}
          onChange={({ target }) => change({ subject: target.value === '' ? null : target.value })}
        />
        <Textarea
          label={t('Message')}
          maxLength={1000}
          value={message ?? ''}
          readOnly={!mayChange}
          error={errors['message']}
          onChange={({ target }) => change({ message: target.value === '' ? null : target.value })}
        />
        <MailPreview id={id} stored={stored} words={choices} />
      </Section>
    </SettingsForm>
  )
}

/** Says whether the law allows emails without consent. */
function lawText({ country, isAllowed }: FormRecovery): string {
  const name = listCountries().find(({ code }) => code === country)?.name
  if (name === undefined)
    return t(
      'Off by default: enter your country under Settings\u00a0›\u00a0Legal to see whether its law asks for consent.',
    )
  return isAllowed
    ? t('On by default: your country’s law ({country}) allows it without consent.', { country: name })
    : t(
        'Off by default: your country ({country}) follows Directive 2002/58/EC, which can require consent. Ask a lawyer before you turn it on.',
        { country: name },
      )
}

type WaitProps = {
  readonly label: string
  /** In minutes. */
  readonly value: number
  readonly error: string | undefined
  readonly isDisabled: boolean
  readonly onChange: (minutes: number) => void
}

const offeredWaits = [15, 60, 180, 360, 720, 1440, 2880, 4320]

function WaitSelect({ label, value, error, isDisabled, onChange }: WaitProps) {
  const offered = [...new Set([...offeredWaits, value])].toSorted((a, b) => a - b)
  return (
    <Select
      label={label}
      error={error}
      value={String(value)}
      disabled={isDisabled}
      options={offered.map((minutes) => ({ value: String(minutes), label: waitText(minutes) }))}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}

function waitText(minutes: number): string {
  if (minutes % 1440 === 0) return t('{days, plural, one {# day} other {# days}}', { days: minutes / 1440 })
  return minutes % 60 === 0
    ? t('{hours, plural, one {# hour} other {# hours}}', { hours: minutes / 60 })
    : t('{minutes, plural, one {# minute} other {# minutes}}', { minutes })
}
