import { renderToString } from 'react-dom/server'
import { isChosenFrom } from '#payments/pricing/sold-form.ts'
import { hasStart, isTimed } from '../../page/page-kinds.ts'
import type { NoticePageData, PaymentPageData } from '../../page/page-data.ts'
import { OfferDetails } from '../details/offer-details.tsx'
import { timing } from '../timing/timing.ts'
import { Notice } from './notice.tsx'
import { OpeningPage } from './opening-page.tsx'
import { PaymentPage } from './page.tsx'
import { ChoicePage } from './choice-page.tsx'
import { stillParts } from './still-parts.tsx'

/** Renders a form's page to HTML on the server. The browser hydrates it. */
export function renderPage(data: PaymentPageData): string {
  const page = hasStart(data) ? (
    <OpeningPage initial={data} still={stillParts} />
  ) : isChosenFrom(data.pricing) ? (
    <ChoicePage initial={data} still={stillParts} />
  ) : (
    // Must match what the browser's script renders.
    <PaymentPage
      initial={data}
      still={stillParts}
      renderer={{ OfferDetails }}
      {...(isTimed(data) && { timing })}
    />
  )
  return renderToString(page)
}

/** The markup of a page without a form. */
export function renderNotice(notice: NoticePageData): string {
  return renderToString(<Notice notice={notice} />)
}
