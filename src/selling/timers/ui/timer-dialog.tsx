import { useRef, useState, type SubmitEvent } from 'react'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { priceProblem } from '#foundation/money/price-problem.ts'
import { readAmount, shownAmount } from '#foundation/money/read-amount.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { useOnce } from '#web/kit/browser/once.ts'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { timer as timerSchema, timezones, type Timer } from '../contract.ts'
import { distanceText, instantText, type TimerPrices } from './timer-texts.ts'
import { useNow } from './use-now.ts'
import { toInstant, toLocal } from './zoned-time.ts'

type Props = {
  readonly isOpen: boolean
  /** The timer to edit, or null to create one. */
  readonly timer: Timer | null
  readonly currency: string
  readonly prices: TimerPrices
  readonly onClose: () => void
  /** Saves the timer. Returns null on success. Otherwise, the dialog stays open and shows the errors. */
  readonly onSave: (timer: Timer) => Promise<Readonly<Record<string, string>> | null>
}

const usualZone = timezones[0].zone
const zoneOptions = timezones.map(({ zone, label }) => ({ value: zone, label }))
const typed = z.object({
  title: z.string(),
  local: z.string(),
  timezone: z.string(),
  amount: z.string(),
  // A timer for one price has no redirect, and if there is only one price, there is nothing to choose.
  redirectUrl: z.string().default(''),
  priceId: z.string().optional(),
})

export function TimerDialog({ isOpen, timer, currency, prices, onClose, onSave }: Props) {
  const zone = timer?.timezone ?? usualZone
  const [local, setLocal] = useState(timer === null ? '' : toLocal(timer.timestamp, zone))
  const [timezone, setTimezone] = useState<string>(zone)
  const [priceId, setPriceId] = useState(timer?.priceId ?? '')
  const [errors, setErrors] = useState(() => priceErrors(timer?.amount, currency))
  const [hasTyped, setHasTyped] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const once = useOnce()
  const form = useRef<HTMLFormElement>(null)
  const focusFirstError = useFocusFirstError(form)

  async function submit(fields: FormData): Promise<void> {
    const checked = checkTimer(typed.parse(Object.fromEntries(fields)), currency)
    setErrors(checked.errors)
    if (checked.timer === null) {
      focusFirstError()
      return
    }
    setIsBusy(true)
    const refused = await onSave({ ...checked.timer, texts: timer?.texts })
    setIsBusy(false)
    if (refused === null) {
      onClose()
      return
    }
    setErrors(refused)
    focusFirstError()
  }

  return (
    <TypingDialog
      isOpen={isOpen}
      hasTyped={hasTyped}
      onClose={onClose}
      title={timer === null ? t('Create Timer') : t('Edit timer')}
    >
      <form
        ref={form}
        noValidate
        aria-label={t('Timer')}
        className="grid gap-5"
        onInput={() => setHasTyped(true)}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          // A form in a dialog must not submit the form that the dialog belongs to.
          event.stopPropagation()
          const fields = new FormData(event.currentTarget)
          void once(() => submit(fields))
        }}
      >
        <TextInput
          label={t('Title')}
          required
          name="title"
          maxLength={200}
          placeholder={t('Early bird')}
          defaultValue={timer?.title ?? ''}
          error={errors['title']}
        />
        <div className="grid gap-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <TextInput
            label={t('Ends at')}
            required
            name="local"
            type="datetime-local"
            value={local}
            onChange={(event) => {
              setLocal(event.target.value)
              // Shows problems with the chosen time right away.
              setErrors((known) =>
                Object.fromEntries(Object.entries(known).filter(([name]) => name !== 'timestamp')),
              )
            }}
            hint={<InstantHint local={local} zone={timezone} />}
            error={errors['timestamp']}
          />
          <Select
            label={t('Timezone')}
            name="timezone"
            options={zoneOptions}
            value={timezone}
            onChange={(event) => setTimezone(event.target.value)}
            error={errors['timezone']}
          />
        </div>
        <PriceSelect prices={prices} chosen={priceId} onChoose={setPriceId} error={errors['priceId']} />
        <TextInput
          label={t('New price')}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          suffix={currency.toUpperCase()}
          hint={newPriceHint(prices, priceId)}
          defaultValue={timer?.amount === null || timer?.amount === 0 ? '' : timer?.amount}
          onBlur={(event) => {
            event.target.value = shownAmount(event.target.value, currency)
          }}
          error={errors['amount']}
        />
        {priceId === '' && (
          <TextInput
            label={t('Redirect URL')}
            name="redirectUrl"
            type="url"
            inputMode="url"
            placeholder="https://example.com/too-late"
            hint={t('Send buyers here when the timer ends. Leave empty to keep them on the page.')}
            defaultValue={timer?.redirectUrl ?? ''}
            error={errors['redirectUrl']}
          />
        )}
        <DialogActions
          label={timer === null ? t('Add timer') : t('Save timer')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </TypingDialog>
  )
}

type PriceSelectProps = {
  readonly prices: TimerPrices
  readonly chosen: string
  readonly onChoose: (priceId: string) => void
  readonly error: string | undefined
}

/** The choice of the timer's price. Hidden on a form with one price, where the current value stays. */
function PriceSelect({ prices, chosen, onChoose, error }: PriceSelectProps) {
  const { choices, hasSeveral, hasNew } = prices
  const offered = choices.filter(({ id, isRetired }) => !isRetired || id === chosen)
  const isKnown = chosen === '' || offered.some(({ id }) => id === chosen)
  if (!hasSeveral && isKnown)
    return chosen === '' ? null : <input type="hidden" name="priceId" value={chosen} />
  const options = [
    { value: '', label: t('All prices') },
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
    ...(isKnown ? [] : [{ value: chosen, label: t('Deleted price') }]),
  ]
  return (
    <Select
      label={t('For')}
      name="priceId"
      options={options}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
      hint={
        chosen === ''
          ? [
              t('Shown next to every price.'),
              ...(hasNew ? [t('Save the form to add a timer for a new price.')] : []),
            ].join(' ')
          : t('Other prices are not affected and stay on sale.')
      }
      error={error}
    />
  )
}

function newPriceHint({ isNamed, firstName, choices }: TimerPrices, priceId: string): string {
  const chosen = choices.find(({ id }) => id === priceId)
  if (chosen === undefined ? isNamed : chosen.isNamed)
    return t('The minimum price after the timer ends. Leave empty to keep the current one.')
  const whose = chosen?.name ?? firstName
  return whose === null
    ? t('The price after the timer ends. Leave empty to keep the current one.')
    : t('The price of “{whose}” after the timer ends. Leave empty to keep the current one.', { whose })
}

/** The time in words, with a note on days when the clocks change. */
function InstantHint({ local, zone }: { readonly local: string; readonly zone: string }) {
  const now = useNow()
  const ownZone = useZone()
  const instant = toInstant(local, zone)
  if (instant === null) return null
  const [there, here] = [zone, ownZone].map((one) => instantText(instant.timestamp, one))
  const notes = {
    exact: [],
    skipped: [t('This time does not exist on that day because the clocks change, so we moved it forward.')],
    repeated: [t('This time occurs twice on that day because the clocks change. We use the first.')],
  }
  const isOver = instant.timestamp <= now
  return (
    <output className={isOver || instant.kind !== 'exact' ? 'text-warning' : undefined}>
      {[
        t('{instant}, {distance}.', {
          instant: there ?? '',
          distance: distanceText(instant.timestamp, now),
        }),
        ...(here === there ? [] : [t('In your time zone: {instant}.', { instant: here ?? '' })]),
        ...(isOver ? [t('This is in the past, so the timer takes effect when you save it.')] : []),
        ...notes[instant.kind],
      ].join(' ')}
    </output>
  )
}

/** Errors of a new price in the form's currency, which may have changed since. */
function priceErrors(amount: number | null | undefined, currency: string): Record<string, string> {
  const problem = priceProblem(amount ?? 0, currency)
  return problem === null ? {} : { amount: problem }
}

type Checked = { readonly timer: Timer | null; readonly errors: Readonly<Record<string, string>> }

function checkTimer({ local, amount, priceId, ...rest }: z.output<typeof typed>, currency: string): Checked {
  const read = readAmount(amount, currency)
  const result = timerSchema.safeParse({
    ...rest,
    ...(priceId !== undefined && { priceId: priceId === '' ? null : priceId }),
    timestamp: toInstant(local, rest.timezone)?.timestamp,
    // An empty amount is sent as 0, which changes nothing.
    amount: read.major ?? 0,
  })
  const unread = read.problem === null ? {} : { amount: read.problem }
  if (result.success) {
    const errors = { ...priceErrors(result.data.amount, currency), ...unread }
    return { timer: Object.keys(errors).length === 0 ? result.data : null, errors }
  }
  const errors: Record<string, string> = { ...unread }
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
  return { timer: null, errors }
}
