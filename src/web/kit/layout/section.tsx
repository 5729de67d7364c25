import { useId, type ReactNode } from 'react'

type Props = {
  readonly title: string
  readonly lead: string
  /** The field that it is about, where that is no input of its own. */
  readonly field?: string
  readonly children: ReactNode
}

export function Section({ title, lead, field, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} data-field={field} className="panel grid grid-cols-1 gap-5 p-5 sm:p-7">
      <div>
        <h2 id={id} tabIndex={-1} className="rounded text-xl font-semibold outline-offset-4">
          {title}
        </h2>
        <p className="mt-1 text-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
