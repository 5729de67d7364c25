import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** `widest`: for content with columns on both sides. */
const widths = { narrow: 'max-w-3xl', wide: 'max-w-6xl', widest: 'max-w-7xl' } as const

/** The heading's id, which names the page's content for screen readers. */
export const pageHeading = 'page-heading'

type Props = {
  readonly title: string
  /** The list or item it belongs to. */
  readonly back?: { readonly to: string; readonly label: string }
  /** The tab's title, if the heading says too little among other tabs; default: the heading. */
  readonly name?: string | undefined
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly width?: keyof typeof widths
  readonly children: ReactNode
}

/** A back-office page: heading, actions, content, and the tab's title. */
export function Page({ title, back, name = title, lead, actions, width = 'wide', children }: Props) {
  return (
    <div className={`mx-auto px-4 py-8 sm:px-6 sm:py-10 ${widths[width]}`}>
      <title>{`${name} · Tillform`}</title>
      {/* No wider than the bar above, however wide the content is. */}
      <div className="mx-auto mb-8 flex max-w-[69rem] flex-wrap items-end justify-between gap-x-6 gap-y-4">
        {/* From tablet size on, a long sentence makes room for a button next to it. */}
        <div className="min-w-0 sm:flex-[1_1_24rem]">
          {back !== undefined && (
            <Link
              to={back.to}
              className="-mt-4 mb-1 -ml-2 inline-flex min-h-10 items-center gap-2 rounded-lg px-2 font-medium text-muted hover:text-brand"
            >
              <ArrowLeft aria-hidden className="size-4.5" />
              {back.label}
            </Link>
          )}
          <h1 id={pageHeading} className="text-3xl font-bold break-words sm:text-4xl">
            {title}
          </h1>
          {lead !== undefined && <p className="mt-2 max-w-2xl text-pretty text-muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
