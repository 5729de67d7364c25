import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  readonly title: string
  readonly lead: string
  /** The fragment of links that lead here. */
  readonly anchor?: string
  /** The field it is about, if that has no input of its own. */
  readonly field?: string
  /** Its one button, next to its title. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

export function Section({ title, lead, anchor, field, action, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // It can be there only after the page has loaded.
    if (anchor === undefined || window.location.hash !== `#${anchor}`) return
    heading.current?.focus()
    heading.current?.scrollIntoView()
  }, [anchor])
  return (
    <section aria-labelledby={id} data-field={field} className="panel grid grid-cols-1 gap-5 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h2 ref={heading} id={id} tabIndex={-1} className="rounded text-xl font-semibold outline-offset-4">
            {title}
          </h2>
          <p className="mt-1 text-pretty wrap-anywhere text-muted">{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
