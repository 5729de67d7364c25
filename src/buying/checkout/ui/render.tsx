import { renderToString } from 'react-dom/server'
import type { NoticePageData, PaymentPageData } from '../page-data.ts'
import { Notice } from './notice.tsx'
import { OfferDetails } from './offer-details.tsx'
import { PaymentPage } from './page.tsx'
import { ChoicePage } from './price-choice.tsx'

/** The markup of a form's page, for the server; the browser goes on with it. */
export function renderPage(data: PaymentPageData): string {
  const page =
    data.pricing.prices === undefined ? (
      <PaymentPage initial={data} renderer={{ OfferDetails }} />
    ) : (
      <ChoicePage initial={data} />
    )
  return renderToString(page)
}

/** The markup of a page without a form. */
export function renderNotice(notice: NoticePageData): string {
  return renderToString(<Notice notice={notice} />)
}
