import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FilterChips } from '#web/kit/list/filter-chips.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { useFilterNames } from './form-choices.ts'
import { chipsOf } from './filter-words.ts'
import { filteredBy, hasFilter, type ShownFilter } from './sale-search.ts'

type Props = {
  readonly filter: ShownFilter
  /** What the form that is filtered by was called in a sale, for who may not read forms, and until it is known. */
  readonly soldTitle: string | undefined
}

/** What the sales are narrowed to. */
export function FilterBar({ filter, soldTitle }: Props) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const { formTitle: known, priceName } = useFilterNames(filter)
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  return (
    <FilterChips
      chips={chipsOf(filter, { priceName, formTitle: known ?? soldTitle })}
      isFiltered={hasFilter(filter)}
      onOpen={() => setIsOpen(true)}
      onRemove={(names) =>
        change({ ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) })
      }
      onClear={() => change(filterOff)}
    >
      <FilterDialog
        filter={filter}
        formTitle={known ?? soldTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onFilter={change}
      />
    </FilterChips>
  )
}

const filterOff: ShownFilter = {}
