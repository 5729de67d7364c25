import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The grid of every page. It begins and ends where the bar above does. */
export const pageGrid = 'mx-auto max-w-6xl px-4 py-8 sm:px-6 sm:py-10'

/**
 * The widths of a page, which all begin at the same edge. `widest`, for content with columns on both sides,
 * ends beyond the bar.
 */
const widths = {
  narrow: 'max-w-[45rem]',
  wide: '',
  widest: 'xl:mr-[calc(-1*clamp(0rem,(100vw-72rem)/2,8rem))]',
} as const

/** The id of the heading, which is the name of the page's content for screen readers. */
export const pageHeading = 'page-heading'

export type PageHeadProps = {
  readonly title: string
  /** The list or item to which the page belongs. */
  readonly back?: { readonly to: string; readonly label: string } | undefined
  /** The title of the browser tab, if the heading alone would be unclear there. By default, the heading. */
  readonly name?: string | undefined
  readonly lead?: ReactNode
  readonly actions?: ReactNode
}

type Props = PageHeadProps & { readonly width?: keyof typeof widths; readonly children: ReactNode }

/** A page of the back office: its heading, actions, content, and the title of its tab. */
export function Page({ width = 'wide', children, ...head }: Props) {
  return (
    <div className={pageGrid}>
      <div className={widths[width]}>
        <PageHead {...head} />
        {children}
      </div>
    </div>
  )
}

export function PageHead({ title, back, name = title, lead, actions }: PageHeadProps) {
  return (
    <>
      <title>{`${name} · Tillform`}</title>
      {/* Never wider than the bar above, even if the content is. */}
      <div className="mb-8 flex max-w-[69rem] flex-wrap items-start justify-between gap-x-6 gap-y-4">
        {/* From tablet size on, a long sentence is narrower to leave room for a button next to it. */}
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
        {actions !== undefined && (
          <div className={`flex flex-wrap gap-3 ${back === undefined ? '' : 'self-end'}`}>{actions}</div>
        )}
      </div>
    </>
  )
}
