import { ListFilter, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { Button } from '../layout/button.tsx'

/** A part of a filter in words; `names` are its fields. */
export type FilterChip<Name> = { readonly text: string; readonly names: readonly Name[] }

type Props<Name> = {
  readonly chips: readonly FilterChip<Name>[]
  /** Whether there is a filter to clear. */
  readonly isFiltered: boolean
  readonly onOpen: () => void
  readonly onRemove: (names: readonly Name[]) => void
  readonly onClear: () => void
  /** The dialog with more filters. */
  readonly children: ReactNode
}

/** The filters of a list, each with a button that removes it, and a button that adds more. */
export function FilterChips<Name>({ chips, isFiltered, onOpen, onRemove, onClear, children }: Props<Name>) {
  return (
    <div role="group" aria-label={t('Filters')} className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Button variant="secondary" onClick={onOpen}>
        <ListFilter aria-hidden className="size-4.5" />
        {t('Filter')}
      </Button>
      {chips.map(({ text, names }) => (
        <button
          key={text}
          type="button"
          aria-label={t('Remove the filter {text}', { text })}
          className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-brand-soft px-3.5 text-sm font-medium text-brand hover:underline"
          onClick={() => onRemove(names)}
        >
          <span className="min-w-0 truncate">{text}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      ))}
      {isFiltered && (
        <Button variant="ghost" onClick={onClear}>
          {t('Clear all')}
        </Button>
      )}
      {children}
    </div>
  )
}
