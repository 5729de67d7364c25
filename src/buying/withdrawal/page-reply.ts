import type { FastifyReply } from 'fastify'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { type BrandedShop, lookOf, shopOf } from '#buying/checkout/page/brand.ts'
import { type Look, shopLook } from '#buying/checkout/page/page-theme.ts'
import { sendPlainPage } from '#buying/checkout/page/plain-page.ts'
import { say } from '#foundation/language/t.ts'
import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { WithdrawalPageData } from './page-data.ts'
import { textsOf } from './statement/statement-kinds.ts'

/** The look of a shop, with the colors of the form if the purchase is known. */
type Face = BrandedShop & Partial<Pick<Look, 'themeColor' | 'buttonTextColor'>>

/** Sends a page. `shop` is null if the shop is unknown. */
export type SendPage = (
  reply: FastifyReply,
  page: WithdrawalPageData,
  shop: Face | null,
  status?: number,
) => FastifyReply

/** Sends a withdrawal page in the look of its shop. It runs no script and is never cached. */
export function createSendPage(markup: () => WithdrawalMarkup, isSecure: boolean): SendPage {
  return (reply, page, shop, status = 200) => {
    const { renderWithdrawal, styleSheet } = markup()
    const [face, look] =
      shop === null ? [null, {}] : [shopOf(shop), { look: lookOf({ ...shopLook(shop), ...shop }) }]
    const [body, styles] = [renderWithdrawal(page, face), styleSheet()]
    return sendPlainPage(
      reply,
      { title: titleOf(page), styles, body, status, referrerPolicy: 'no-referrer', ...look },
      isSecure,
    )
  }
}

function titleOf(page: WithdrawalPageData): string {
  if (page.kind === 'notice') return page.title
  return say(textsOf(page.kind === 'choice' ? 'withdrawal' : page.about).title)
}

type WithdrawalMarkup = {
  readonly renderWithdrawal: (page: WithdrawalPageData, shop: ShopFace | null) => string
  readonly styleSheet: () => string
}

export const withdrawalRenderer: RendererSource = {
  name: 'withdrawal',
  entry: 'src/buying/withdrawal/ui/render.tsx',
}

export function isWithdrawalMarkup(module: unknown): module is WithdrawalMarkup {
  return hasFunctions(module, ['renderWithdrawal', 'styleSheet'])
}
