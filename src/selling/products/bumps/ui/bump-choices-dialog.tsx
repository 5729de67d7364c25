import { useId, useState } from 'react'
import { hasWords } from '#foundation/typed/fold-text.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { currencyProblem } from '#selling/products/ui/currency-problem.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import type { Bump } from '../contract.ts'

type Props = {
  readonly isOpen: boolean
  readonly title: string
  /** All that there are; undefined while they are loaded. */
  readonly bumps: readonly Bump[] | undefined
  readonly chosen: readonly string[]
  readonly currency: string
  readonly onChange: (ids: string[]) => void
  readonly onClose: () => void
}

/** Ticks bumps on and off; one of another currency is shown, cannot be ticked and says why. */
export function BumpChoicesDialog({ isOpen, title, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description="Choose the bumps for this form.">
      <Choices onClose={onClose} {...rest} />
    </Dialog>
  )
}

const searchable = 6

function Choices({ bumps, chosen, currency, onChange, onClose }: Omit<Props, 'isOpen' | 'title'>) {
  const [q, setQ] = useState('')
  if (bumps === undefined) return <Skeleton label="Loading bumps" blocks={['h-14', 'h-14']} />
  const found = bumps.filter(({ title }) => hasWords(q, [title]))
  return (
    <div className="grid grid-cols-1 gap-4">
      {bumps.length > searchable && (
        <input
          type="search"
          aria-label="Search bumps"
          placeholder="Search bumps"
          value={q}
          onChange={(event) => setQ(event.target.value)}
          className="control"
        />
      )}
      <ul
        aria-label="Bumps"
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
        {found.length === 0 && <li className="px-2 py-3 text-muted">Nothing found</li>}
      </ul>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
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
  // One that was chosen before the form's currency changed can still be taken off.
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
