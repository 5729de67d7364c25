import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { useUnsavedForm } from '#web/kit/form/unsaved-changes.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { earlyStartOf } from '#buying/consumer-law/asked-consent.ts'
import {
  consumerLawContract,
  fewestDays,
  policyFields,
  type PolicyFields,
  type SellerPolicyWire,
} from '#buying/consumer-law/contract.ts'
import { asksForConsent } from '#buying/consumer-law/laws.ts'
import { BuyersView } from './buyers-view.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { policyQuery } from './queries.ts'

export const sellsOptions = () =>
  [
    ['digital', t('Digital content'), t('Files, courses, access to something online')],
    ['service', t('A service'), t('Coaching, consulting, work for the buyer')],
    ['goods', t('Goods'), t('Anything you ship. The period starts when it arrives')],
    [
      'dated_event',
      t('An event on a date'),
      t('Tickets, rooms, tables. The law gives no right of withdrawal'),
    ],
  ] as const

export const answerOptions = () =>
  [
    ['refund_at_once', t('Refund right away'), t('The full amount is refunded automatically')],
    ['ask_me', t('Ask me first'), t('You have 14 days to refund or decline')],
  ] as const

const startOptions = () =>
  [
    [
      'offered',
      t('Ask, and wait if they say no'),
      t('Buyers who do not agree can still pay, and start after the period'),
    ],
    ['required', t('Require agreement'), t('Buyers who do not agree cannot pay')],
    ['not_asked', t('Do not ask'), t('It starts right away, and buyers can still withdraw')],
  ] as const

type Props = { readonly wire: SellerPolicyWire; readonly onCancel: () => void }

export function PolicyWizard({ wire: { policy, country }, onCancel }: Props) {
  const queries = useQueryClient()
  const isSaved = useRef(false)
  const [step, setStep] = useState(0)
  const [days, setDays] = useState(String(policy?.withdrawalDays ?? fewestDays))
  const [draft, setDraft] = useState<PolicyFields>({
    sells: policy?.sells ?? 'digital',
    withdrawalDays: policy?.withdrawalDays ?? fewestDays,
    onWithdrawal: policy?.onWithdrawal ?? 'refund_at_once',
    earlyStart: policy?.earlyStart ?? (asksForConsent(country) ? 'offered' : 'not_asked'),
    ownText: policy?.ownText ?? null,
  })
  const [daysError, setDaysError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isDirty, setIsDirty] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const focusFirstError = useFocusFirstError(form)
  useUnsavedForm(() => isDirty && !isSaved.current)
  useEffect(() => heading.current?.focus(), [step])
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(consumerLawContract.savePolicy, { body: draft }),
    onSuccess: (saved) => {
      isSaved.current = true
      setIsDirty(false)
      toast.success(t('Policy saved'))
      queries.setQueryData(policyQuery.queryKey, saved)
    },
    onError: (error) => {
      const message = errorMessage(error, t('The policy could not be saved. Please try again.'))
      setFailure(message)
      toast.error(message)
    },
  })
  const change = (part: Partial<PolicyFields>) => {
    setIsDirty(true)
    setFailure(undefined)
    setDraft((now) => ({ ...now, ...part }))
  }
  const next = () => {
    const found =
      step === 1 ? policyFields.shape.withdrawalDays.safeParse(readWhole(days) ?? Number.NaN) : null
    if (found?.success === false) {
      setDaysError(found.error.issues[0]?.message)
      return focusFirstError()
    }
    if (found?.success === true) change({ withdrawalDays: found.data })
    setStep(step + 1)
  }
  const steps = [
    t('What do you sell?'),
    t('How long can buyers withdraw?'),
    t('What happens when they withdraw?'),
    t('Check and save'),
  ]
  const isLast = step === steps.length - 1
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('Withdrawal policy')}
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isLast) mutate()
        else next()
      }}
    >
      <section className="panel grid gap-6 p-5 sm:p-7">
        <div>
          <p className="text-sm text-muted">
            {isLast ? t('Last step') : t('Question {number} of 3', { number: step + 1 })}
          </p>
          <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
            {steps[step]}
          </h2>
        </div>
        {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
        {step === 0 && (
          <ChoiceCards
            legend={t('What do you sell?')}
            name="sells"
            options={sellsOptions()}
            chosen={draft.sells}
            onChoose={(sells) => change({ sells })}
          />
        )}
        {step === 1 && (
          <TextInput
            label={t('Days')}
            name="withdrawalDays"
            inputMode="numeric"
            value={days}
            error={daysError}
            hint={t('At least {fewestDays}. Extra days beyond the law apply to all buyers.', { fewestDays })}
            onChange={({ currentTarget }) => {
              setIsDirty(true)
              setDaysError(undefined)
              setDays(currentTarget.value)
            }}
          />
        )}
        {step === 2 && (
          <ChoiceCards
            legend={t('What happens when they withdraw?')}
            name="onWithdrawal"
            options={answerOptions()}
            chosen={draft.onWithdrawal}
            onChoose={(onWithdrawal) => change({ onWithdrawal })}
          />
        )}
        {isLast && earlyStartOf(draft.sells) !== null && (
          <div className="grid gap-2">
            <p className="font-medium">{t('Can it start before the period ends?')}</p>
            <p className="text-sm text-pretty text-muted">
              {t('Buyers give up the right to withdraw when it starts only if they agreed before paying.')}
            </p>
            <ChoiceCards
              legend={t('Can it start before the period ends?')}
              name="earlyStart"
              options={startOptions()}
              chosen={draft.earlyStart}
              onChoose={(earlyStart) => change({ earlyStart })}
            />
          </div>
        )}
        {isLast && (
          <Textarea
            label={t('Your own words')}
            name="ownText"
            maxLength={2000}
            value={draft.ownText ?? ''}
            hint={t('Optional. Shown to buyers under your name, along with the legal text.')}
            onChange={({ currentTarget }) =>
              change({ ownText: currentTarget.value === '' ? null : currentTarget.value })
            }
          />
        )}
      </section>
      {isLast && <BuyersView policy={draft} title={t('What your buyers will see')} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isPending}>
          {isLast ? t('Save policy') : t('Next')}
        </Button>
        <Button
          variant="secondary"
          isWaiting={isPending}
          onClick={step === 0 ? onCancel : () => setStep(step - 1)}
        >
          {step === 0 ? t('Cancel') : t('Back')}
        </Button>
      </div>
    </form>
  )
}
