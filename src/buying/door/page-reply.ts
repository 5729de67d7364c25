import type { FastifyReply } from 'fastify'
import { sendPlainPage } from '#buying/checkout/plain-page.ts'
import type { DoorPageData } from './page-data.ts'
import type { DoorMarkup } from './page-markup.ts'

export type SendDoor = (reply: FastifyReply, page: DoorPageData, status?: number) => FastifyReply

/** Sends a page of the buyer's door; it runs no script. */
export function createSendDoor(markup: () => DoorMarkup, isSecure: boolean): SendDoor {
  return (reply, page, status = 200) => {
    const { renderDoor, styleSheet } = markup()
    const title = page.kind === 'notice' ? page.title : 'Your purchases'
    const [body, styles] = [renderDoor(page), styleSheet()]
    return sendPlainPage(reply, { title, styles, body, status, referrerPolicy: 'same-origin' }, isSecure)
  }
}
