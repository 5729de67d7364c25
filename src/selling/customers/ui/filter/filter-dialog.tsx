import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { readAmount } from '#foundation/money/read-amount.ts'
import { FormCombobox, useFormTitle, useUsualCurrency } from '#selling/sales/ui/filter/form-choices.tsx'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { customerTagsQuery, readCustomerFilter, type ShownFilter } from '../queries.ts'

type Props = {
  readonly filter: ShownFilter
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onFilter: (filter: ShownFilter) => void
}

/** Filters the list to the rows that match every choice. */
export function FilterDialog({ isOpen, onClose, filter, onFilter }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Filter customers')}>
      <FilterForm filter={filter} onFilter={onFilter} onDone={onClose} />
    </Dialog>
  )
}

const currencyChoices = currencies.map(({ code, name }) => ({
  value: code,
  label: `${code.toUpperCase()} · ${name}`,
}))

type FormProps = Pick<Props, 'filter' | 'onFilter'> & { readonly onDone: () => void }

function FilterForm({ filter, onFilter, onDone }: FormProps) {
  const [chosen, setChosen] = useState(() => ({
    tag: filter.tag ?? '',
    bought: filter.bought ?? '',
    notBought: filter.notBought ?? '',
    subscription: filter.subscription ?? '',
    over: filter.over === undefined ? '' : String(filter.over),
    currency: filter.currency,
    since: filter.since ?? '',
  }))
  const any = { value: '', label: t('Any') }
  const [isSent, setIsSent] = useState(false)
  const { data } = useQuery(customerTagsQuery)
  const bought = useFormTitle(filter.bought)
  const notBought = useFormTitle(filter.notBought)
  const pick = (name: keyof typeof chosen) => (value: string) => setChosen({ ...chosen, [name]: value })
  const usual = useUsualCurrency()
  const hasCurrency = !usual.isOnly || (chosen.currency ?? '') !== ''
  const currency = chosen.currency ?? (hasCurrency ? usual.currency : undefined) ?? ''
  // Until the currency is known, an amount is read as dollars.
  const over = readAmount(chosen.over, (currency === '' ? usual.currency : currency) ?? 'usd')
  const sought = { ...chosen, currency, over: over.major === null ? '' : String(over.major) }
  const problems = {
    ...(over.problem !== null && { over: over.problem }),
    ...(chosen.over !== '' &&
      hasCurrency &&
      currency === '' && { currency: t('Choose a currency for the value') }),
  }
  const form = useRef<HTMLFormElement>(null)
  const focusFirstProblem = useFocusFirstError(form)
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('Filter customers')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsSent(true)
        if (Object.keys(problems).length > 0) return focusFirstProblem()
        onFilter(readCustomerFilter(new URLSearchParams(sought)))
        onDone()
      }}
    >
      <Combobox
        label={t('Tag')}
        options={[any, ...(data?.tags ?? []).map((tag) => ({ value: tag, label: tag }))]}
        value={chosen.tag}
        onChange={pick('tag')}
      />
      <FormCombobox label={t('Bought')} value={chosen.bought} title={bought} onChange={pick('bought')} />
      <FormCombobox
        label={t('Did not buy')}
        value={chosen.notBought}
        title={notBought}
        onChange={pick('notBought')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          label={t('Value over')}
          inputMode="decimal"
          suffix={hasCurrency ? undefined : usual.currency?.toUpperCase()}
          value={chosen.over}
          error={isSent ? problems.over : undefined}
          onChange={(event) => pick('over')(event.target.value)}
        />
        {hasCurrency && (
          <Combobox
            label={t('Currency')}
            options={[any, ...currencyChoices]}
            value={currency}
            error={isSent ? problems.currency : undefined}
            onChange={pick('currency')}
          />
        )}
        <Select
          label={t('Subscription')}
          value={chosen.subscription}
          onChange={(event) => pick('subscription')(event.target.value)}
          options={[any, { value: 'active', label: t('Active') }]}
        />
        <TextInput
          label={t('Bought since')}
          type="date"
          value={chosen.since}
          onChange={(event) => pick('since')(event.target.value)}
        />
      </div>
      <DialogActions label={t('Show customers')} isBusy={false} onCancel={onDone} />
    </form>
  )
}
