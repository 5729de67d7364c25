/** @jsxImportSource preact */
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { MailBody } from '../mail-body.ts'
import type { OutboxMail, OutboxRow } from '../outbox-data.ts'
import { Mail } from './mail.tsx'
import { Outbox, OutboxMailPage } from './outbox.tsx'

/** A mail as HTML, for the server: each purchase has one, and React's renderer would take twice as long. */
export function renderMail(body: MailBody): string {
  return `<!doctype html>${renderToStaticMarkup(<Mail {...body} />)}`
}

export function renderOutbox(mails: readonly OutboxRow[]): string {
  return renderToStaticMarkup(<Outbox mails={mails} />)
}

export function renderOutboxMail(mail: OutboxMail): string {
  return renderToStaticMarkup(<OutboxMailPage {...mail} />)
}
