import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { type Days, daySpans } from '#selling/sales/ui/day-spans.ts'
import { useDownload } from '#web/kit/browser/download.ts'
import { useZone } from '#web/kit/browser/zone.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { CsvFormatField, useCsvFormat } from '#web/kit/list/export-csv.tsx'
import { filterChoices } from './filter-words.ts'
import { FormCombobox, usePriceChoices } from './form-choices.tsx'
import { hasFilter, readSaleFilter, type ShownFilter } from './sale-search.ts'

type Props = {
  readonly filter: ShownFilter
  readonly formTitle: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onFilter: (filter: ShownFilter) => void
}

/** Filters the list to the rows that match every choice. */
export function FilterDialog({ isOpen, onClose, ...props }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Filter sales')}>
      <FilterForm {...props} onDone={onClose} />
    </Dialog>
  )
}

const currencyChoices = currencies.map(({ code, name }) => ({
  value: code,
  label: `${code.toUpperCase()} · ${name}`,
}))

type FormProps = Pick<Props, 'filter' | 'formTitle' | 'onFilter'> & { readonly onDone: () => void }

function FilterForm({ filter, formTitle, onFilter, onDone }: FormProps) {
  const [chosen, setChosen] = useState(() => ({
    form: filter.form ?? '',
    price: filter.price ?? '',
    status: filter.status ?? '',
    kind: filter.kind ?? '',
    subscription: filter.subscription ?? '',
    currency: filter.currency ?? '',
    source: filter.source ?? '',
    campaign: filter.campaign ?? '',
  }))
  const choice = useDays({ from: filter.from ?? '', to: filter.to ?? '' })
  const prices = usePriceChoices(chosen.form, filter.price)
  const { statuses, kinds, subscriptions } = filterChoices()
  const pick = (name: keyof typeof chosen) => (value: string) => setChosen({ ...chosen, [name]: value })
  return (
    <form
      noValidate
      aria-label={t('Filter sales')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (choice.isTurned) return
        const { from, to } = choice.days
        onFilter(readSaleFilter(new URLSearchParams({ ...chosen, from, to })))
        onDone()
      }}
    >
      <FormCombobox
        label={t('Form')}
        value={chosen.form}
        title={formTitle}
        onChange={(form) => setChosen({ ...chosen, form, price: '' })}
      />
      {prices !== undefined && (
        <Select
          label={t('Price')}
          value={chosen.price}
          onChange={(event) => pick('price')(event.target.value)}
          options={prices}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('Status')}
          value={chosen.status}
          onChange={(event) => pick('status')(event.target.value)}
          options={statuses}
        />
        <Select
          label={t('Kind')}
          value={chosen.kind}
          onChange={(event) => pick('kind')(event.target.value)}
          options={kinds}
        />
        <Combobox
          label={t('Currency')}
          options={[{ value: '', label: t('Any') }, ...currencyChoices]}
          value={chosen.currency}
          onChange={pick('currency')}
        />
        <Select
          label={t('Subscription')}
          value={chosen.subscription}
          onChange={(event) => pick('subscription')(event.target.value)}
          options={subscriptions}
        />
        <TextInput
          label={t('Source')}
          value={chosen.source}
          maxLength={100}
          onChange={(event) => pick('source')(event.target.value)}
        />
        <TextInput
          label={t('Campaign')}
          value={chosen.campaign}
          maxLength={100}
          onChange={(event) => pick('campaign')(event.target.value)}
        />
      </div>
      <DaysFields
        choice={choice}
        hint={
          chosen.status === 'returned'
            ? t('Refund dates, in your time zone.')
            : t('Payment dates (or order dates if unpaid), in your time zone.')
        }
      />
      <DialogActions label={t('Show sales')} isBusy={false} onCancel={onDone} />
    </form>
  )
}

type ExportButtonProps = { readonly q: string; readonly filter: ShownFilter }

/** Downloads the purchases of the chosen days that match the search and filter, for bookkeeping. */
export function ExportButton({ q, filter }: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4.5" />
        {t('Export CSV')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Export CSV')}
        description={
          q === '' && !hasFilter(filter)
            ? t('Your sales, one per row, for a spreadsheet or your bookkeeping.')
            : t('Your filtered sales, one per row, for a spreadsheet or your bookkeeping.')
        }
      >
        <ExportForm q={q} filter={filter} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function ExportForm({ q, filter, onDone }: ExportButtonProps & { readonly onDone: () => void }) {
  const choice = useDays(hasFilter(filter) ? { from: filter.from ?? '', to: filter.to ?? '' } : 'this-month')
  const { from, to } = choice.days
  const zone = useZone()
  const format = useCsvFormat()
  const { mutate, isPending } = useDownload(
    () =>
      call(salesContract.getExportLink, {
        query: { ...filter, q, from: from || undefined, to: to || undefined, zone, format: format.format },
      }),
    onDone,
  )
  return (
    <form
      noValidate
      aria-label={t('Export CSV')}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!choice.isTurned) mutate()
      }}
    >
      <DaysFields
        choice={choice}
        hint={
          filter.status === 'returned'
            ? t('Refund dates, in your time zone.')
            : t('Payment dates, in your time zone.')
        }
      />
      <CsvFormatField choice={format} />
      <DialogActions label={t('Download')} isBusy={isPending} onCancel={onDone} />
    </form>
  )
}

const ownChoice = 'own'

/** A choice of days: a common range or a custom one. `isTurned` is true if the range ends before it begins. */
function useDays(initial: Days | 'this-month') {
  const spans = daySpans(new Date(), useZone())
  const [chosen, setChosen] = useState(() => {
    if (initial === 'this-month') return initial
    return spans.find(({ from, to }) => from === initial.from && to === initial.to)?.value ?? ownChoice
  })
  const [own, setOwn] = useState<Days>(initial === 'this-month' ? { from: '', to: '' } : initial)
  const days = chosen === ownChoice ? own : (spans.find(({ value }) => value === chosen) ?? own)
  const isTurned = days.from !== '' && days.to !== '' && days.from > days.to
  return { days, isTurned, spans, chosen, setChosen, own, setOwn }
}

type DaysFieldsProps = { readonly choice: ReturnType<typeof useDays>; readonly hint: string }

function DaysFields({ choice, hint }: DaysFieldsProps) {
  const { spans, chosen, setChosen, own, setOwn, isTurned } = choice
  return (
    <>
      <Select
        label={t('Days')}
        hint={hint}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[...spans, { value: ownChoice, label: t('Custom range') }]}
      />
      {chosen === ownChoice && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput
            label={t('From')}
            type="date"
            value={own.from}
            onChange={(event) => setOwn({ ...own, from: event.target.value })}
          />
          <TextInput
            label={t('To')}
            type="date"
            value={own.to}
            onChange={(event) => setOwn({ ...own, to: event.target.value })}
            error={isTurned ? t('This date is before the start date') : undefined}
          />
        </div>
      )}
    </>
  )
}
