import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { NoticePageData } from '#buying/checkout/page/page-data.ts'
import type { NoticeAction, PurchasePageData } from './purchase-data.ts'

/** What `ui/render.tsx` offers: the markup of a document's body. */
export type PurchaseMarkup = {
  readonly renderPurchase: (data: PurchasePageData) => string
  readonly renderNotice: (notice: NoticePageData, action: NoticeAction | null) => string
}

export const purchaseRenderer: RendererSource = {
  name: 'purchase',
  entry: 'src/buying/receipts/ui/render.tsx',
}

export function isPurchaseMarkup(module: unknown): module is PurchaseMarkup {
  return hasFunctions(module, ['renderPurchase', 'renderNotice'])
}
