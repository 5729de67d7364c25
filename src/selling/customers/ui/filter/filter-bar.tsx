import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { useFormTitle, useUsualCurrency } from '#selling/sales/ui/filter/form-choices.ts'
import { FilterChips, type FilterChip } from '#web/kit/list/filter-chips.tsx'
import { filteredBy, hasFilter, type ShownFilter } from './customer-search.ts'
import { FilterDialog } from './filter-dialog.tsx'

/** What the customers are narrowed to. */
export function FilterBar({ filter }: { readonly filter: ShownFilter }) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const titles = { bought: useFormTitle(filter.bought), notBought: useFormTitle(filter.notBought) }
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  return (
    <FilterChips
      // An amount without its currency is one of the only currency that the forms have.
      chips={chipsOf(filter, titles, useUsualCurrency().currency)}
      isFiltered={hasFilter(filter)}
      onOpen={() => setIsOpen(true)}
      onRemove={(names) =>
        change({ ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) })
      }
      onClear={() => change({})}
    >
      <FilterDialog filter={filter} isOpen={isOpen} onClose={() => setIsOpen(false)} onFilter={change} />
    </FilterChips>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function chipsOf(
  filter: ShownFilter,
  titles: { readonly [Which in 'bought' | 'notBought']: string | undefined },
  usualCurrency: string | undefined,
): FilterChip<keyof ShownFilter>[] {
  const { tag, bought, notBought, subscription, over, currency = usualCurrency, since } = filter
  return [
    ...(tag === undefined ? [] : [{ text: `Tag ${tag}`, names: ['tag'] } as const]),
    ...(bought === undefined
      ? []
      : [{ text: `Bought ${titles.bought ?? 'one form'}`, names: ['bought'] } as const]),
    ...(notBought === undefined
      ? []
      : [{ text: `Did not buy ${titles.notBought ?? 'one form'}`, names: ['notBought'] } as const]),
    ...(subscription === undefined
      ? []
      : [{ text: 'Active subscription', names: ['subscription'] } as const]),
    ...(over === undefined
      ? []
      : [{ text: `Value over ${amountText(over, currency)}`, names: ['over', 'currency'] } as const]),
    ...(since === undefined
      ? []
      : [{ text: `Bought since ${day.format(new Date(`${since}T00:00:00Z`))}`, names: ['since'] } as const]),
  ]
}

function amountText(over: number, currency: string | undefined): string {
  if (currency === undefined) return String(over)
  const parsed = parseAmount(over, currency)
  return parsed.ok ? formatAmount(parsed.minor, currency) : `${over} ${currency.toUpperCase()}`
}
