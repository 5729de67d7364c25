import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useFold } from './page-sections.ts'

type Props = {
  readonly title: string
  readonly lead: string
  /** The fragment of links that lead to this section. */
  readonly anchor?: string
  /** The field that the section is about, if that has no input of its own. */
  readonly field?: string
  /** The state of the section at a glance, after its title. */
  readonly state?: ReactNode
  /** The only button of the section, next to its title. */
  readonly action?: ReactNode
  /** Whether the content is only a button or two, which fit on the line of the title. */
  readonly isLine?: boolean
  readonly children?: ReactNode
}

export function Section({ title, lead, anchor, field, state, action, isLine = false, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The section may appear only after the page has loaded.
    if (anchor === undefined || window.location.hash !== `#${anchor}`) return
    heading.current?.focus()
    heading.current?.scrollIntoView()
  }, [anchor])
  return (
    <section
      aria-labelledby={id}
      data-field={field}
      className={`panel ${isLine ? line : 'grid grid-cols-1 gap-5 p-5 sm:p-7'}`}
    >
      <div className="flex min-w-0 flex-[1_1_12rem] flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className={`min-w-0 ${isLine ? 'flex-1' : 'flex-[1_1_18rem]'}`}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 ref={heading} id={id} tabIndex={-1} className={headingClass}>
              {title}
            </h2>
            {state}
          </div>
          <p className={`${leadClass} ${isLine ? 'text-sm' : ''}`}>{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

type SplitProps = Pick<Props, 'title' | 'lead' | 'children'> & {
  /** Content below the heading, such as a preview, which stays in view next to the fields. */
  readonly below?: ReactNode
}

/** A section of the settings: its heading at the start, and its fields, no wider than their content, next to it. */
export function SplitSection({ title, lead, below, children }: SplitProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="panel grid grid-cols-1 gap-x-10 gap-y-5 p-5 sm:p-7 xl:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div className="grid grid-cols-1 content-start gap-5 xl:sticky xl:top-24 xl:self-start low:static">
        <div>
          <h2 id={id} tabIndex={-1} className={headingClass}>
            {title}
          </h2>
          <p className={leadClass}>{lead}</p>
        </div>
        {below}
      </div>
      <div className="grid max-w-[30rem] grid-cols-1 content-start gap-5">{children}</div>
    </section>
  )
}

/** The fields of the section. From desktop size on, their preview stays visible next to them. */
export function WithPreview({
  preview,
  children,
}: {
  readonly preview: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="grid grid-cols-1 content-start gap-5">{children}</div>
      <div className="xl:sticky xl:top-24 xl:self-start low:static">{preview}</div>
    </div>
  )
}

const line = 'flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4 sm:px-7'
const headingClass = 'rounded text-xl font-semibold outline-offset-4'
const leadClass = 'mt-1 text-pretty wrap-anywhere text-muted'

type FoldedProps = Omit<Props, 'anchor' | 'isLine' | 'state'> & {
  /** An optional section: open if it is used, and otherwise a line that opens. */
  readonly isUsed: boolean
}

/** An optional section. */
export function FoldedSection({ title, lead, field, action, isUsed, children }: FoldedProps) {
  const id = useId()
  const { id: bodyId, body, isOpen, toggle } = useFold(isUsed)
  return (
    <section
      aria-labelledby={id}
      className={`panel grid grid-cols-1 ${isOpen ? 'p-5 sm:p-7' : 'px-5 py-4 sm:px-7'}`}
    >
      <div className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 id={id} tabIndex={-1} className={headingClass}>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={toggle}
              className="flex w-full items-center gap-2 rounded text-start after:absolute after:inset-0 hover:text-brand"
            >
              <span className="flex-1">{title}</span>
              <ChevronDown
                aria-hidden
                className={`size-4.5 shrink-0 text-muted transition ${isOpen ? 'rotate-180' : ''}`}
              />
            </button>
          </h2>
          <p className={`${leadClass} ${isOpen ? '' : 'text-sm'}`}>{lead}</p>
        </div>
        {action !== undefined && <div className="relative">{action}</div>}
      </div>
      <div ref={body} id={bodyId} data-field={field}>
        <div className="grid grid-cols-1 gap-5 pt-5">{children}</div>
      </div>
    </section>
  )
}
