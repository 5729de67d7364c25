import { renderToStaticMarkup } from 'react-dom/server'
import type { NoticePageData } from '#buying/checkout/page/page-data.ts'
import { Notice } from '#buying/checkout/ui/page/notice.tsx'
import type { NoticeAction, PauseQuestion, PurchasePageData } from '../page/purchase-data.ts'
import { PausePage } from './pause-page.tsx'
import { PurchasePage } from './purchase-page.tsx'

/** Renders the complete HTML of a purchase's page. Only the actions on a subscription need a script. */
export function renderPurchase(data: PurchasePageData): string {
  return renderToStaticMarkup(<PurchasePage data={data} />)
}

export function renderNotice(notice: NoticePageData, action: NoticeAction | null): string {
  return renderToStaticMarkup(
    <Notice notice={notice}>
      {action !== null && (
        <form method="post" action={action.path} className="justify-self-center">
          <button type="submit" className="button min-h-11 px-5">
            {action.label}
          </button>
        </form>
      )}
    </Notice>,
  )
}

export function renderPause(question: PauseQuestion): string {
  return renderToStaticMarkup(<PausePage question={question} />)
}
