import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../layout/button.tsx'

type Props = {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** The message and next step for an empty list. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className="grid animate-rise justify-items-center gap-3 rounded-3xl border border-dashed border-edge/50 px-6 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-2xl bg-brand-soft text-brand">{icon}</span>
      <h2 className="text-xl font-semibold">{title}</h2>
      <p className="max-w-md text-balance text-muted">{text}</p>
      {children !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

type NothingFoundProps = {
  readonly title: string
  readonly text: string
  /** The label of the button that shows everything again. */
  readonly action: string
  readonly onReset: () => void
}

/** A list's message when a search finds nothing. */
export function NothingFound({ title, text, action, onReset }: NothingFoundProps) {
  return (
    <EmptyState icon={<SearchX aria-hidden className="size-8" />} title={title} text={text}>
      <Button variant="secondary" onClick={onReset}>
        {action}
      </Button>
    </EmptyState>
  )
}
