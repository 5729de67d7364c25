import type { FastifyReply } from 'fastify'
import { sendPlainPage } from '#buying/checkout/page/plain-page.ts'
import { say } from '#foundation/language/t.ts'
import { hasFunctions, type RendererSource } from '#foundation/http/pages/open-renderer.ts'
import type { WithdrawalPageData } from './page-data.ts'
import { textsOf } from './statement/statement-kinds.ts'

export type SendPage = (reply: FastifyReply, page: WithdrawalPageData, status?: number) => FastifyReply

/** Sends a withdrawal page, which runs no script and is never cached. */
export function createSendPage(markup: () => WithdrawalMarkup, isSecure: boolean): SendPage {
  return (reply, page, status = 200) => {
    const { renderWithdrawal, styleSheet } = markup()
    const [body, styles] = [renderWithdrawal(page), styleSheet()]
    return sendPlainPage(
      reply,
      { title: titleOf(page), styles, body, status, referrerPolicy: 'no-referrer' },
      isSecure,
    )
  }
}

function titleOf(page: WithdrawalPageData): string {
  if (page.kind === 'notice') return page.title
  return say(textsOf(page.kind === 'choice' ? 'withdrawal' : page.about).title)
}

type WithdrawalMarkup = {
  readonly renderWithdrawal: (page: WithdrawalPageData) => string
  readonly styleSheet: () => string
}

export const withdrawalRenderer: RendererSource = {
  name: 'withdrawal',
  entry: 'src/buying/withdrawal/ui/render.tsx',
}

export function isWithdrawalMarkup(module: unknown): module is WithdrawalMarkup {
  return hasFunctions(module, ['renderWithdrawal', 'styleSheet'])
}
