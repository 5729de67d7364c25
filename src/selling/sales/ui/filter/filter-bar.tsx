import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/kit/button.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { chipsOf } from './filter-words.ts'
import { filteredBy, hasFilter, type ShownFilter } from './sale-search.ts'

type Props = {
  readonly filter: ShownFilter
  /** Of the form that is filtered by, where it is known. */
  readonly formTitle: string | undefined
}

/** What the list is narrowed to, each part with its way out, and the way to narrow it further. */
export function FilterBar({ filter, formTitle }: Props) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <ListFilter aria-hidden className="size-4.5" />
        Filter
      </Button>
      {chipsOf(filter, formTitle).map(({ text, names }) => (
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
        <Button variant="ghost" onClick={() => change(filterOff)}>
          Clear all
        </Button>
      )}
      <FilterDialog
        filter={filter}
        formTitle={formTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onFilter={change}
      />
    </div>
  )
}

const filterOff: ShownFilter = {}
