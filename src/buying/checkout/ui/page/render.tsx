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

/** The markup of a form's page, for the server; the browser hydrates it. */
export function renderPage(data: PaymentPageData): string {
  const page = hasStart(data) ? (
    <OpeningPage initial={data} still={stillParts} />
  ) : isChosenFrom(data.pricing) ? (
    <ChoicePage initial={data} still={stillParts} />
  ) : (
    // As the browser's script has it.
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
