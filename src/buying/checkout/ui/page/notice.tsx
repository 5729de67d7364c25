import type { ReactNode } from 'react'
import type { NoticePageData } from '../../page/page-data.ts'
import { frames, Picture } from '../details/picture.tsx'
import { ShopHead, WaysOn } from '../details/shop-head.tsx'
import { webAddress } from '../details/web-address.ts'
import { Leaving } from './leaving.tsx'
import { useIsFramed } from './use-is-framed.ts'

type NoticeProps = {
  readonly notice: NoticePageData
  /** A possible next step. */
  readonly children?: ReactNode
}

/** A page without a form: a message, what is known about its product and shop, and links to continue. */
export function Notice({ notice, children }: NoticeProps) {
  const { shop, portal, product } = notice
  const isInFrame = useIsFramed()
  const next = webAddress(notice.redirectUrl)
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 px-4 py-10">
      {shop !== null && <ShopHead shop={shop} className="px-1" />}
      <article className="panel grid min-w-0 gap-4 p-5 sm:p-7">
        {shop === null && <BrokenLink />}
        {product !== null && product.image !== null && (
          <Picture
            image={product.image}
            sizes="(width >= 40rem) 32rem, 90vw"
            place={0}
            className={frames[product.imageFit]}
          />
        )}
        <div className="grid gap-1">
          {product !== null && (
            <p {...product.foreign} className="text-muted wrap-anywhere">
              {product.title}
            </p>
          )}
          <h1 className="text-2xl font-semibold text-balance wrap-anywhere">{notice.title}</h1>
        </div>
        <p className="text-muted leading-relaxed whitespace-pre-line wrap-anywhere">{notice.text}</p>
        {children}
        {next !== null && <Leaving href={next.href} host={next.host} isAutomatic={!isInFrame} />}
        {shop !== null && portal !== null && (
          <WaysOn shop={shop} portal={portal} isQuiet={next !== null || children !== undefined} />
        )}
      </article>
    </main>
  )
}

function BrokenLink() {
  return (
    <svg viewBox="0 0 24 24" className="text-muted size-10" aria-hidden="true">
      <path
        d="m9.5 14.5 5-5M11 6.5l1.2-1.2a4.6 4.6 0 0 1 6.5 6.5L17.5 13M13 17.5l-1.2 1.2a4.6 4.6 0 0 1-6.5-6.5L6.5 11M4 4l2 2M18 18l2 2"
        className="fill-none stroke-current stroke-[1.5] [stroke-linecap:round]"
      />
    </svg>
  )
}
