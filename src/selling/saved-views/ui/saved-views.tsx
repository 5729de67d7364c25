import { useQuery } from '@tanstack/react-query'
import { Bookmark, Pencil, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import type { SavedView, ViewList } from '../contract.ts'
import { savedViewsQuery } from './queries.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { ChangeViewDialog } from './change-view-dialog.tsx'

type Props = {
  readonly list: ViewList
  /** What the list is searched for and narrowed to now, as its address carries it. */
  readonly present: Readonly<Record<string, string | number | undefined>>
}

/** The saved views of a list, the way to keep the present one, and to change the one that is shown. */
export function SavedViews({ list, present }: Props) {
  const { data } = useQuery(savedViewsQuery)
  const [open, setOpen] = useState<'save' | 'change' | null>(null)
  const views = data?.views.filter((view) => view.list === list) ?? []
  const filter = shownParts(present)
  const current = views.find((view) => isSame(view.filter, filter))
  const isSavable = data !== undefined && current === undefined && Object.keys(filter).length > 0
  if (views.length === 0 && !isSavable && open === null) return null
  const close = () => setOpen(null)
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <span key={view.id} className="flex max-w-full min-w-0 items-center">
          <ViewLink view={view} isCurrent={view.id === current?.id} />
          {view.id === current?.id && view.mayChange && (
            <IconButton label={`Change the view ${view.name}`} onClick={() => setOpen('change')}>
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
          )}
        </span>
      ))}
      {isSavable && (
        <Button variant="ghost" onClick={() => setOpen('save')}>
          <Bookmark aria-hidden className="size-4.5" />
          Save this view
        </Button>
      )}
      {open === 'save' && <SaveViewDialog list={list} filter={filter} onClose={close} />}
      {open === 'change' && current !== undefined && <ChangeViewDialog view={current} onClose={close} />}
    </nav>
  )
}

function ViewLink({ view, isCurrent }: { readonly view: SavedView; readonly isCurrent: boolean }) {
  return (
    <Link
      to={{ search: isCurrent ? '' : new URLSearchParams(view.filter).toString() }}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className={`inline-flex min-h-9 min-w-0 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium transition ${isCurrent ? 'border-transparent bg-brand-fill text-white' : 'border-line bg-surface hover:border-brand hover:text-brand'}`}
    >
      <span className="min-w-0 truncate">{view.name}</span>
      {view.isShared && (
        <>
          <Users aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only"> (shared)</span>
        </>
      )}
    </Link>
  )
}

function shownParts(present: Props['present']): Record<string, string> {
  const parts = Object.entries(present).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as const],
  )
  return Object.fromEntries(parts)
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
