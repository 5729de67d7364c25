import { renderToString } from 'react-dom/server'
import type { NoticePageData, PaymentPageData } from '../page-data.ts'
import { Notice } from './notice.tsx'
import { OfferDetails } from './offer-details.tsx'
import { PaymentPage } from './page.tsx'

/** The markup of a form's page, for the server; the browser goes on with it. */
export function renderPage(data: PaymentPageData): string {
  return renderToString(<PaymentPage initial={data} renderer={{ OfferDetails }} />)
}

/** The markup of a page without a form. */
export function renderNotice(notice: NoticePageData): string {
  return renderToString(<Notice notice={notice} />)
}
