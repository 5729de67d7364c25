import type { ReactNode } from 'react'

type PanelProps = {
  readonly id: string
  readonly title: string
  /** What stands beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of a purchase's page, under its title. */
export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
