import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { hasWords } from '#foundation/typed/fold-text.ts'
import { currencyProblem } from '#selling/products/ui/currency-problem.ts'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import type { Bump } from '#selling/products/contract.ts'

type Props = {
  readonly label: string
  readonly chosen: readonly string[]
  /** All bumps to choose from, or undefined while loading. */
  readonly bumps: readonly Bump[] | undefined
  readonly currency: string
  readonly onChange: (ids: string[]) => void
  readonly Details: ComponentType<{ readonly id: string; readonly name: string }> | undefined
}

type Move = { readonly id: string; readonly by: -1 | 1 }

/** The chosen bumps in order. Two buttons move a bump, and the focus moves with it. */
export function ChosenBumps({ label, chosen, bumps, currency, onChange, Details }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<Move | null>(null)
  useEffect(() => {
    if (moved === null) return
    const buttons = (by: number) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${moved.id} ${by}"]:enabled`)
    const target = buttons(moved.by) ?? buttons(-moved.by)
    target?.focus()
  }, [moved])
  if (chosen.length === 0) return null

  function move(id: string, by: -1 | 1): void {
    const from = chosen.indexOf(id)
    const rest = chosen.filter((other) => other !== id)
    onChange([...rest.slice(0, from + by), id, ...rest.slice(from + by)])
    setMoved({ id, by })
  }

  const titleOf = (id: string) => bumps?.find((bump) => bump.id === id)?.title ?? ''
  return (
    <>
      <ol ref={list} aria-label={t('Chosen: {label}', { label })} className="grid grid-cols-1 gap-2">
        {chosen.map((id, place) => (
          <ChosenBump
            key={id}
            id={id}
            bump={bumps?.find((bump) => bump.id === id)}
            isLoading={bumps === undefined}
            currency={currency}
            number={place + 1}
            isLast={place === chosen.length - 1}
            onMove={(by) => move(id, by)}
            onRemove={() => onChange(chosen.filter((other) => other !== id))}
            Details={Details}
          />
        ))}
      </ol>
      <output className="sr-only">
        {moved !== null &&
          chosen.includes(moved.id) &&
          t('{name} is number {place} of {count}', {
            name: titleOf(moved.id),
            place: chosen.indexOf(moved.id) + 1,
            count: chosen.length,
          })}
      </output>
    </>
  )
}

type RowProps = {
  readonly id: string
  readonly bump: Bump | undefined
  readonly isLoading: boolean
  readonly currency: string
  /** The bump's position among the chosen ones, starting at 1. */
  readonly number: number
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
  readonly Details: Props['Details']
}

function ChosenBump(props: RowProps) {
  const { id, bump, isLoading, currency, number, isLast, onMove, onRemove, Details } = props
  const title = bump?.title ?? (isLoading ? '…' : t('Deleted bump'))
  // A bump without a title is announced by its position.
  const spoken = bump?.title ?? t('bump number {number}', { number })
  const problem = bump === undefined ? null : currencyProblem(bump.currency, currency)
  return (
    <li className="rounded-xl border border-line">
      <div className="flex items-center gap-3 p-2 pl-3">
        {bump !== undefined && (
          <img
            src={bump.image}
            alt=""
            loading="lazy"
            className="hidden aspect-video w-16 rounded-lg bg-sunken object-cover sm:block"
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{title}</p>
          {bump !== undefined && (
            <p className={`text-sm ${problem === null ? 'text-muted' : 'font-medium text-danger'}`}>
              {problem ?? shownAmount(bump.amount, bump.currency)}
            </p>
          )}
        </div>
        <div className="flex">
          <IconButton
            label={t('Move {spoken} up', { spoken })}
            data-move={`${id} -1`}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden className="size-5" />
          </IconButton>
          <IconButton
            label={t('Move {spoken} down', { spoken })}
            data-move={`${id} 1`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden className="size-5" />
          </IconButton>
          <IconButton label={t('Remove {spoken}', { spoken })} onClick={onRemove}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {Details && <Details id={id} name={spoken} />}
    </li>
  )
}

type BumpChoicesDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  /** All bumps, or undefined while loading. */
  readonly bumps: readonly Bump[] | undefined
  readonly chosen: readonly string[]
  readonly currency: string
  readonly onChange: (ids: string[]) => void
  readonly onClose: () => void
}

/** Bumps in another currency are disabled, with the reason. */
export function BumpChoicesDialog({ isOpen, title, onClose, ...rest }: BumpChoicesDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={t('Choose the bumps for this form.')}
    >
      <Choices onClose={onClose} {...rest} />
    </Dialog>
  )
}

const searchable = 6

function Choices({
  bumps,
  chosen,
  currency,
  onChange,
  onClose,
}: Omit<BumpChoicesDialogProps, 'isOpen' | 'title'>) {
  const [q, setQ] = useState('')
  if (bumps === undefined) return <Skeleton label={t('Loading bumps')} blocks={['h-14', 'h-14']} />
  const found = bumps.filter(({ title }) => hasWords(q, [title]))
  return (
    <div className="grid grid-cols-1 gap-4">
      {bumps.length > searchable && (
        <input
          type="search"
          aria-label={t('Search bumps')}
          placeholder={t('Search bumps')}
          value={q}
          onChange={(event) => setQ(event.target.value)}
          className="control"
        />
      )}
      <ul
        aria-label={t('Bumps')}
        className="-mx-2 grid auto-rows-max grid-cols-1 max-h-[50dvh] gap-1 overflow-y-auto p-1"
      >
        {found.map((bump) => (
          <Choice
            key={bump.id}
            bump={bump}
            isChosen={chosen.includes(bump.id)}
            problem={currencyProblem(bump.currency, currency)}
            onToggle={(isOn) => onChange(isOn ? [...chosen, bump.id] : chosen.filter((id) => id !== bump.id))}
          />
        ))}
        {found.length === 0 && <li className="px-2 py-3 text-muted">{t('Nothing found')}</li>}
      </ul>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </div>
  )
}

type ChoiceProps = {
  readonly bump: Bump
  readonly isChosen: boolean
  readonly problem: string | null
  readonly onToggle: (isOn: boolean) => void
}

function Choice({ bump, isChosen, problem, onToggle }: ChoiceProps) {
  const id = useId()
  // A bump chosen before the form's currency changed can still be removed.
  const isBarred = problem !== null && !isChosen
  return (
    <li
      className={`relative flex min-h-14 items-center gap-3 rounded-xl px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-brand ${isBarred ? '' : 'hover:bg-brand-soft'}`}
    >
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-price`}
        className="relative z-1 size-5 shrink-0 accent-brand-fill outline-none"
        checked={isChosen}
        disabled={isBarred}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <img
        src={bump.image}
        alt=""
        loading="lazy"
        className={`aspect-video w-16 rounded-lg bg-sunken object-cover ${isBarred ? 'opacity-50' : ''}`}
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={id}
          className={`block font-medium break-words after:absolute after:inset-0 ${isBarred ? 'text-muted' : ''}`}
        >
          {bump.title}
        </label>
        <p id={`${id}-price`} className="text-sm text-muted">
          {shownAmount(bump.amount, bump.currency)}
          {problem !== null && ` · ${problem}`}
        </p>
      </div>
    </li>
  )
}
