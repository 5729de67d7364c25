import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { currencyProblem } from '#selling/products/ui/currency-problem.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import type { Bump } from '../contract.ts'

type Props = {
  readonly label: string
  readonly chosen: readonly string[]
  /** All that there are to choose; undefined while they are loaded. */
  readonly bumps: readonly Bump[] | undefined
  readonly currency: string
  readonly onChange: (ids: string[]) => void
}

type Move = { readonly id: string; readonly by: -1 | 1 }

/** The chosen bumps in their order, which two buttons change; the focus goes along. */
export function ChosenBumps({ label, chosen, bumps, currency, onChange }: Props) {
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
      <ol ref={list} aria-label={`Chosen: ${label}`} className="grid grid-cols-1 gap-2">
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
          />
        ))}
      </ol>
      <output className="sr-only">
        {moved !== null &&
          chosen.includes(moved.id) &&
          `${titleOf(moved.id)} is number ${chosen.indexOf(moved.id) + 1} of ${chosen.length}`}
      </output>
    </>
  )
}

type RowProps = {
  readonly id: string
  readonly bump: Bump | undefined
  readonly isLoading: boolean
  readonly currency: string
  /** Its place among the chosen ones, from 1. */
  readonly number: number
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function ChosenBump({ id, bump, isLoading, currency, number, isLast, onMove, onRemove }: RowProps) {
  const title = bump?.title ?? (isLoading ? '…' : 'Deleted bump')
  // One without a title is told from others by where it stands.
  const spoken = bump?.title ?? `bump number ${number}`
  const problem = bump === undefined ? null : currencyProblem(bump.currency, currency)
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line p-2 pl-3">
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
          label={`Move ${spoken} up`}
          data-move={`${id} -1`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={`Move ${spoken} down`}
          data-move={`${id} 1`}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={`Remove ${spoken}`} onClick={onRemove}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
