import type { ReactNode } from 'react'
import type { NoticePageData } from '../../page/page-data.ts'
import { useIsFramed } from './use-is-framed.ts'
import { Leaving } from './leaving.tsx'
import { ShopContact, ShopHead } from '../details/shop-head.tsx'
import { webAddress } from '../details/web-address.ts'

/** A page without a form, with a message. It needs a script only to redirect. */
export function Notice({
  notice,
  children,
}: {
  readonly notice: NoticePageData
  /** A possible next step. */
  readonly children?: ReactNode
}) {
  const isInFrame = useIsFramed()
  const next = webAddress(notice.redirectUrl)
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-3 px-6 py-16 text-center">
      {notice.shop !== null && <ShopHead shop={notice.shop} className="justify-self-center" />}
      {notice.status !== 200 && notice.shop === null && (
        <p className="text-muted text-sm tabular-nums">{notice.status}</p>
      )}
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere">{notice.title}</h1>
      <p className="text-muted leading-relaxed whitespace-pre-line wrap-anywhere">{notice.text}</p>
      {children}
      {notice.shop !== null && <ShopContact shop={notice.shop} />}
      {next !== null && <Leaving href={next.href} host={next.host} isAutomatic={!isInFrame} />}
    </main>
  )
}
