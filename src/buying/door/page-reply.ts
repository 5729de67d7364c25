import type { FastifyReply } from 'fastify'
import { shopOf, type BrandedShop } from '#buying/checkout/brand.ts'
import { shopLook } from '#buying/checkout/page-theme.ts'
import { sendPlainPage } from '#buying/checkout/plain-page.ts'
import type { DoorPageData } from './page-data.ts'
import type { DoorMarkup } from './page-markup.ts'

/** `shop`: whose door it is; undefined: nobody's, or that is not known now. */
export type SendDoor = (
  reply: FastifyReply,
  page: DoorPageData,
  shop: BrandedShop | undefined,
  status?: number,
) => FastifyReply

/** Sends a page of the buyer's door, in the look of its shop; it runs no script. */
export function createSendDoor(markup: () => DoorMarkup, isSecure: boolean): SendDoor {
  return (reply, page, shop, status = 200) => {
    const { renderDoor, styleSheet } = markup()
    const title = page.kind === 'notice' ? page.title : 'Your purchases'
    const [face, look] = shop === undefined ? [null, {}] : [shopOf(shop), { look: shopLook(shop) }]
    const [body, styles] = [renderDoor(page, face), styleSheet()]
    return sendPlainPage(
      reply,
      { title, styles, body, status, referrerPolicy: 'same-origin', ...look },
      isSecure,
    )
  }
}
