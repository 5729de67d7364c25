import { type ReactNode, useId } from 'react'

type Props = {
  readonly title: string
  readonly lead: string
  /** The field it is about, if that has no input of its own. */
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

type SettingsProps = { readonly title: string; readonly lead: string; readonly children: ReactNode }

/** One topic of the settings: its description on one side, its controls on the other. */
export function SettingsSection({ title, lead, children }: SettingsProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="panel grid gap-x-12 gap-y-6 p-6 sm:p-8 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 id={id} tabIndex={-1} className="rounded text-xl font-semibold outline-offset-4">
          {title}
        </h2>
        <p className="mt-1.5 text-pretty break-words text-muted">{lead}</p>
      </div>
      <div className="grid min-w-0 max-w-xl content-start gap-6">{children}</div>
    </section>
  )
}
