import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { useFormChoices } from '#selling/sales/ui/filter/filter-dialog.tsx'
import { Button } from '#web/kit/button.tsx'
import { filteredBy, hasFilter, type ShownFilter } from './customer-search.ts'
import { FilterDialog } from './filter-dialog.tsx'

type Chip = { readonly text: string; readonly names: readonly (keyof ShownFilter)[] }

/** What the list is narrowed to, each part with its way out, and the way to narrow it further. */
export function FilterBar({ filter }: { readonly filter: ShownFilter }) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const forms = useFormChoices(filter.bought ?? filter.notBought, undefined)
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  const titleOf = (form: string) => forms?.find(({ value }) => value === form)?.label ?? 'one form'
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <ListFilter aria-hidden className="size-4.5" />
        Filter
      </Button>
      {chipsOf(filter, titleOf).map(({ text, names }) => (
        <button
          key={text}
          type="button"
          aria-label={`Remove the filter ${text}`}
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-brand-soft px-3.5 text-sm font-medium text-brand hover:underline"
          onClick={() => change({ ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) })}
        >
          <span className="min-w-0 truncate">{text}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      ))}
      {hasFilter(filter) && (
        <Button variant="ghost" onClick={() => change({})}>
          Clear all
        </Button>
      )}
      <FilterDialog filter={filter} isOpen={isOpen} onClose={() => setIsOpen(false)} onFilter={change} />
    </div>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function chipsOf(filter: ShownFilter, titleOf: (form: string) => string): Chip[] {
  const { tag, bought, notBought, subscription, over, currency, since } = filter
  return [
    ...(tag === undefined ? [] : [{ text: `Tag ${tag}`, names: ['tag'] } as const]),
    ...(bought === undefined ? [] : [{ text: `Bought ${titleOf(bought)}`, names: ['bought'] } as const]),
    ...(notBought === undefined
      ? []
      : [{ text: `Did not buy ${titleOf(notBought)}`, names: ['notBought'] } as const]),
    ...(subscription === undefined
      ? []
      : [{ text: 'Active subscription', names: ['subscription'] } as const]),
    ...(over === undefined || currency === undefined
      ? []
      : [{ text: `Value over ${amountText(over, currency)}`, names: ['over', 'currency'] } as const]),
    ...(since === undefined
      ? []
      : [{ text: `Bought since ${day.format(new Date(`${since}T00:00:00Z`))}`, names: ['since'] } as const]),
  ]
}

function amountText(over: number, currency: string): string {
  const parsed = parseAmount(over, currency)
  return parsed.ok ? formatAmount(parsed.minor, currency) : `${over} ${currency.toUpperCase()}`
}
