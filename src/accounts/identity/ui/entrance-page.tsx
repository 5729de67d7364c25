import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { Logo } from '#web/kit/layout/logo.tsx'

type Props = {
  readonly title: string
  /** The title of the tab, where the heading does not say what the page is for. */
  readonly name?: string | undefined
  readonly lead: ReactNode
  /** The form needs more room than a password. */
  readonly isWide?: boolean
  /** The link to another form, for people who meant that one. */
  readonly other?: { readonly question: string; readonly label: string; readonly path: string } | undefined
  readonly children: ReactNode
}

/** The frame of sign-in and sign-up: the form on one side, a picture of the product on the other. */
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
      <Showcase />
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

/** A picture, drawn with the page itself, of what sellers build here. The form does not depend on it. */
function Showcase() {
  return (
    <div
      aria-hidden
      className="relative m-3 hidden place-items-center overflow-hidden rounded-[2rem] bg-linear-160 from-[#9b3df0] via-[#7f1ccf] to-[#3c0a6b] p-10 text-white select-none lg:grid"
    >
      <div className="absolute -top-32 -right-24 size-96 rounded-full bg-[#ffd166]/25 blur-3xl" />
      <div className="absolute -bottom-40 -left-24 size-112 rounded-full bg-[#ff5fa2]/25 blur-3xl" />
      <div className="relative w-full max-w-md">
        <p className="mb-8 text-4xl leading-tight font-bold tracking-tight text-balance">
          {t('From idea to paid, on one page.')}
        </p>
        <div className="rounded-3xl bg-white p-6 text-[#1c1426] shadow-2xl shadow-black/40">
          <div className="flex items-start justify-between gap-4">
            <div>
              <p className="text-lg font-semibold">{t('Watercolor for beginners')}</p>
              <p className="text-[#625870]">{t('12 lessons, yours to keep')}</p>
            </div>
            <p className="text-lg font-semibold">$49.00</p>
          </div>
          <div className="mt-5 flex items-center gap-3 rounded-2xl border-2 border-dashed border-[#b57bf0] bg-[#f8f1fe] p-4">
            <Tick />
            <p className="flex-1 font-medium">{t('Add the brush guide')}</p>
            <p className="font-semibold">$9.00</p>
          </div>
          <div className="mt-5 flex justify-between border-t border-[#e8e1ef] pt-4 text-lg font-semibold">
            <p>{t('Total')}</p>
            <p>$58.00</p>
          </div>
          <p className="mt-4 rounded-xl bg-[#7f1ccf] py-3.5 text-center font-semibold text-white">
            {t('Pay $58.00')}
          </p>
        </div>
        <div className="-mt-4 ml-auto flex w-fit translate-x-6 items-center gap-3 rounded-2xl bg-[#1c1426] px-4 py-3 shadow-xl">
          <Tick />
          <p>
            {rich('<b>$58.00</b> from Ines, straight to your account', {
              b: <span className="font-semibold" />,
            })}
          </p>
        </div>
      </div>
    </div>
  )
}

function Tick() {
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-full bg-[#0d7347] text-white">
      <svg viewBox="0 0 20 20" className="size-4" fill="none" stroke="currentColor" strokeWidth="2.6">
        <path d="m5 10.5 3.5 3.5L15 7" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
