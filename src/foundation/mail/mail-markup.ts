import { hasFunctions, openRenderer, type FrontEnd } from '#foundation/http/pages/open-renderer.ts'
import type { RenderMail } from './mail-body.ts'
import type { OutboxMail, OutboxRow } from './outbox-data.ts'

/** The functions in `ui/render.tsx`, which return emails as HTML and their pages in development. */
export type MailMarkup = {
  readonly renderMail: RenderMail
  readonly renderOutbox: (mails: readonly OutboxRow[]) => string
  readonly renderOutboxMail: (mail: OutboxMail) => string
}

const source = { name: 'mail', entry: 'src/foundation/mail/ui/render.tsx' } as const

/** Opens the renderer for the HTML of emails. Each use resolves it again. */
export async function openMailMarkup(files: FrontEnd): Promise<() => MailMarkup> {
  return openRenderer(files, source, isMailMarkup)
}

function isMailMarkup(module: unknown): module is MailMarkup {
  return hasFunctions(module, ['renderMail', 'renderOutbox', 'renderOutboxMail'])
}
