import { ChevronDown, CircleAlert, List } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { unfoldSection, useCurrentSection, type PageSection } from './page-sections.ts'
import { useEscape } from '../dialog/use-escape.ts'

/**
 * A long page's sections and their places to check: next to the sections if there is room, or else in one line above.
 * It moves the focus to the chosen section.
 */
export function SectionIndex({ sections }: { readonly sections: readonly PageSection[] }) {
  const current = useCurrentSection(sections)
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEscape(isOpen, () => {
    setIsOpen(false)
    toggle.current?.focus()
  })
  const lookAt = sections.reduce((sum, { count }) => sum + count, 0)
  const title = sections.find(({ id }) => id === current)?.title ?? ''
  return (
    <nav
      aria-label={t('Sections')}
      className="sticky top-18 z-20 low:static xl:top-24 xl:-ml-3 xl:self-start"
    >
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
        }}
      >
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-11 w-full flex-nowrap items-center gap-2 rounded-xl border border-line bg-surface px-3 text-left text-sm font-medium shadow-float xl:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <List aria-hidden className="size-4.5 shrink-0 text-muted" />
          <span className="sr-only">{t('Sections:')} </span>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {lookAt > 0 && <Count count={lookAt} />}
          <ChevronDown aria-hidden className={`size-4 shrink-0 transition ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        <ul
          className={`${isOpen ? 'grid' : 'hidden'} absolute inset-x-0 top-full mt-1 max-h-[60dvh] overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-float xl:static xl:mt-0 xl:grid xl:max-h-none xl:border-0 xl:bg-transparent xl:p-0 xl:shadow-none`}
        >
          {sections.map((section) => (
            <li key={section.id}>
              <IndexEntry
                section={section}
                isCurrent={section.id === current}
                onGo={() => {
                  setIsOpen(false)
                  leadTo(section)
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

type EntryProps = {
  readonly section: PageSection
  readonly isCurrent: boolean
  readonly onGo: () => void
}

function IndexEntry({ section: { title, count }, isCurrent, onGo }: EntryProps) {
  const shade = isCurrent ? 'bg-brand-soft font-medium text-brand' : 'text-muted hover:text-brand'
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'location' : undefined}
      className={`flex min-h-11 w-full items-center gap-2 rounded-lg px-3 text-left text-sm xl:min-h-9 ${shade}`}
      onClick={onGo}
    >
      <span className="min-w-0 flex-1">{title}</span>
      {count > 0 && <Count count={count} />}
    </button>
  )
}

function Count({ count }: { readonly count: number }) {
  return (
    <span className="flex shrink-0 items-center gap-1 text-warning tabular-nums">
      <CircleAlert aria-hidden className="size-4" />
      {count}
      <span className="sr-only"> {t('to look at')}</span>
    </span>
  )
}

function leadTo({ id }: PageSection): void {
  const heading = document.getElementById(id)
  unfoldSection(heading?.closest('section'))
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView({ block: 'start' })
}
