import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Pencil, Trash2, Users } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { longestViewName, type SavedView, savedViewsContract, type ViewList } from '../contract.ts'

type Props = {
  readonly list: ViewList
  /** The list's current search and filter, as in its URL. */
  readonly present: Readonly<Record<string, string | number | undefined>>
}

/** A list's saved views, with buttons to save the current one and edit the selected one. */
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
    <nav aria-label={t('Saved views')} className="flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <span key={view.id} className="flex max-w-full min-w-0 items-center">
          <ViewLink view={view} isCurrent={view.id === current?.id} />
          {view.id === current?.id && view.mayChange && (
            <IconButton label={t('Edit view {name}', { name: view.name })} onClick={() => setOpen('change')}>
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
          )}
        </span>
      ))}
      {isSavable && (
        <Button
          variant="ghost"
          className={views.length === 0 ? '-ml-4.5' : ''}
          onClick={() => setOpen('save')}
        >
          <Bookmark aria-hidden className="size-4.5" />
          {t('Save view')}
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
          <span className="sr-only"> {t('(shared)')}</span>
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

type ViewWords = { readonly name: string; readonly isShared: boolean }

type ViewWordsProps = {
  readonly title: string
  readonly initial: ViewWords
  readonly submitLabel: string
  readonly onSave: (words: ViewWords) => Promise<void>
  readonly onClose: () => void
  /** Additional content below the fields. */
  readonly children?: ReactNode
}

/** A view's name and visibility. Typed text stays when saving fails. */
export function ViewForm({ title, initial, submitLabel, onSave, onClose, children }: ViewWordsProps) {
  const [words, setWords] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useFocusFirstError(form)
  const { mutate, isPending } = useWrite({
    mutationFn: () => onSave(words),
    onSuccess: onClose,
    onError: (error) => {
      const refused = error instanceof ApiError ? error.errors['name'] : undefined
      setProblem(refused)
      if (refused === undefined) toast.error(errorMessage(error, t('The server did not respond. Try again.')))
      else focusProblem()
    },
  })
  return (
    <TypingDialog isOpen hasTyped={words.name !== initial.name} onClose={onClose} title={title}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const found = words.name.trim() === '' ? messages.required() : undefined
          setProblem(found)
          if (found === undefined) mutate()
          else focusProblem()
        }}
      >
        <TextInput
          label={t('Name')}
          required
          autoComplete="off"
          maxLength={longestViewName}
          value={words.name}
          error={problem}
          onChange={(event) => setWords({ ...words, name: event.target.value })}
        />
        <SwitchRow
          label={t('Share with the team')}
          hint={t('Everyone on your team with access to this list can use it.')}
          checked={words.isShared}
          onChange={(event) => setWords({ ...words, isShared: event.target.checked })}
        />
        {children}
        <DialogActions label={submitLabel} isBusy={isPending} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}

type SaveViewDialogProps = {
  readonly list: ViewList
  readonly filter: Readonly<Record<string, string>>
  readonly onClose: () => void
}

function SaveViewDialog({ list, filter, onClose }: SaveViewDialogProps) {
  const queryClient = useQueryClient()
  return (
    <ViewForm
      title={t('Save view')}
      initial={noWords}
      submitLabel={t('Save view')}
      onClose={onClose}
      onSave={async (words) => {
        const body = { ...words, list, filter: { ...filter } }
        const { name } = await call(savedViewsContract.saveView, { body })
        toast.success(t('View {name} saved', { name }))
        await queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
      }}
    />
  )
}

const noWords = { name: '', isShared: false }

type ChangeViewDialogProps = { readonly view: SavedView; readonly onClose: () => void }

function ChangeViewDialog({ view: { id, name, isShared }, onClose }: ChangeViewDialogProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(savedViewsContract.deleteView, { params: { id } }),
    onSuccess: async (deleted) => {
      toast.success(deleteMessages.deleted(deleted.name))
      onClose()
      await refresh()
    },
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
  })
  return (
    <>
      <ViewForm
        title={t('Edit view')}
        initial={{ name, isShared }}
        submitLabel={t('Save')}
        onClose={onClose}
        onSave={async (body) => {
          await call(savedViewsContract.changeView, { params: { id }, body })
          await refresh()
        }}
      >
        <Button variant="ghost" className="justify-self-start" onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden className="size-4.5" />
          {t('Delete view')}
        </Button>
      </ViewForm>
      <DeleteDialog
        question={isAsking ? deleteMessages.question(name) : null}
        isBusy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => mutate()}
      />
    </>
  )
}

const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: ({ signal }) => call(savedViewsContract.listViews, { signal }),
})
