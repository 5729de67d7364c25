import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useMedia } from '#web/kit/browser/use-media.ts'
import { useFold } from './page-sections.ts'

type Props = {
  readonly title: string
  /** The panel's main number, next to the title while it is folded. */
  readonly note?: string
  /** A link next to the title while it is open. */
  readonly action?: ReactNode
  /** If false, the panel is open on phones too. */
  readonly isFolded?: boolean
  readonly children: ReactNode
}

/** A part of a long page. On phones it is folded into a line that can be opened, and elsewhere it is always open. */
export function FoldPanel({ title, note, action, isFolded = true, children }: Props) {
  const id = useId()
  const isWide = useMedia('(width >= 40rem)') || !isFolded
  const { id: bodyId, body, isOpen, toggle } = useFold(isWide)
  return (
    <section aria-labelledby={id} className="panel min-w-0">
      <div
        className={`relative flex items-baseline justify-between gap-x-3 px-5 ${isOpen ? 'pt-5 pb-3' : 'py-4'}`}
      >
        <h2 id={id} className="text-lg font-semibold">
          {isWide ? (
            title
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={toggle}
              className="rounded text-start after:absolute after:inset-0 hover:text-brand"
            >
              {title}
            </button>
          )}
        </h2>
        {isOpen ? (
          <div className="relative">{action}</div>
        ) : (
          note !== undefined && <span className="ml-auto text-muted tabular-nums">{note}</span>
        )}
        {!isWide && (
          <ChevronDown
            aria-hidden
            className={`size-4.5 shrink-0 self-center text-muted transition ${isOpen ? 'rotate-180' : ''}`}
          />
        )}
      </div>
      <div ref={body} id={bodyId}>
        {children}
      </div>
    </section>
  )
}
