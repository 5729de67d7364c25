import type { ReactNode } from 'react'

/** `widest`: for what has a column on both sides. */
const widths = { narrow: 'max-w-3xl', wide: 'max-w-6xl', widest: 'max-w-7xl' } as const

type Props = {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly width?: keyof typeof widths
  readonly children: ReactNode
}

/** A page of the back office: its heading, what can be done, its content, and the name in the tab. */
export function Page({ title, lead, actions, width = 'wide', children }: Props) {
  return (
    <div className={`mx-auto px-4 py-8 sm:px-6 sm:py-10 ${widths[width]}`}>
      <title>{`${title} · Tillform`}</title>
      {/* No wider than the bar above, however wide the content is. */}
      <div className="mx-auto mb-8 flex max-w-[69rem] flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-3xl font-bold break-words sm:text-4xl">{title}</h1>
          {lead !== undefined && <p className="mt-2 max-w-2xl text-pretty text-muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
