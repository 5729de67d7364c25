import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '#foundation/language/t.ts'
import { Logo } from '#web/kit/layout/logo.tsx'
import { Showcase } from './showcase.tsx'

type Props = {
  readonly title: string
  /** The tab's title, if the heading does not say what the page is for. */
  readonly name?: string | undefined
  readonly lead: ReactNode
  /** Whether the form needs more room than a password field. */
  readonly isWide?: boolean
  /** The link to another form, for people who meant that one. */
  readonly other?: { readonly question: string; readonly label: string; readonly path: string } | undefined
  readonly children: ReactNode
}

/** The layout of sign-in and sign-up: the form on one side, a picture of the product on the other. */
export function EntrancePage({ title, name = title, lead, isWide = false, other, children }: Props) {
  const { search, pathname } = window.location
  const heading = useHeading(title)
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,1fr)_1.1fr]">
      <title>{`${name} · Tillform`}</title>
      <div className="flex min-w-0 flex-col px-5 py-6 sm:px-10">
        <header>
          <a href="/" aria-label={t('Tillform, start page')} className="inline-block rounded-lg">
            <Logo />
          </a>
        </header>
        <main className={`m-auto w-full animate-rise py-12 ${isWide ? 'max-w-md' : 'max-w-sm'}`}>
          <h1 ref={heading} tabIndex={-1} className="text-4xl font-bold outline-none">
            {title}
          </h1>
          <p className="mt-2 mb-8 break-words text-muted">{lead}</p>
          {children}
          {other !== undefined && (
            <p className="mt-6 text-muted">
              {other.question} <TextLink href={`${other.path}${search}`}>{other.label}</TextLink>
            </p>
          )}
        </main>
        {pathname !== '/contact-us' && (
          <footer className="text-sm text-muted">
            <a
              href="/contact-us"
              className="inline-block py-1 underline-offset-4 hover:text-brand hover:underline"
            >
              {t('Contact us')}
            </a>
          </footer>
        )}
      </div>
      <Showcase path={pathname} />
    </div>
  )
}

/** Focuses the heading when a page changes in place and the focused element is gone. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useLayoutEffect(() => {
    if (shown.current === title) return
    shown.current = title
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return heading
}

export function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} className="font-medium text-brand underline-offset-4 hover:underline">
      {children}
    </a>
  )
}
