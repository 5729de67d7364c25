import { renderToStaticMarkup } from 'react-dom/server'
import type { NoticePageData } from '#buying/checkout/page-data.ts'
import { Notice } from '#buying/checkout/ui/notice.tsx'
import type { PurchasePageData } from '../purchase-data.ts'
import { PurchasePage } from './purchase-page.tsx'

/** The markup of a purchase's page, complete as it is: only what a subscription's buyer can do needs a script. */
export function renderPurchase(data: PurchasePageData): string {
  return renderToStaticMarkup(<PurchasePage data={data} />)
}

/** The markup of a page without a purchase. */
export function renderNotice(notice: NoticePageData): string {
  return renderToStaticMarkup(<Notice notice={notice} />)
}
