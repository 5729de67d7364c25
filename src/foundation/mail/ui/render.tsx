/** @jsxImportSource preact */
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { MailBody } from '../mail-body.ts'
import type { OutboxMail, OutboxRow } from '../outbox-data.ts'
import { Mail } from './mail.tsx'

/** Renders an email as HTML. Every purchase sends one, and React's renderer would take twice as long. */
export function renderMail(body: MailBody): string {
  return `<!doctype html>${renderToStaticMarkup(<Mail {...body} />)}`
}

export function renderOutbox(mails: readonly OutboxRow[]): string {
  return renderToStaticMarkup(<Outbox mails={mails} />)
}

export function renderOutboxMail(mail: OutboxMail): string {
  return renderToStaticMarkup(<OutboxMailPage {...mail} />)
}

/** @jsxImportSource preact */

/** The emails that would have been sent, latest first. */
function Outbox({ mails }: { readonly mails: readonly OutboxRow[] }) {
  return (
    <main>
      <h1>Outbox</h1>
      {mails.length === 0 ? (
        <p>No emails yet. Emails that Tillform sends, such as receipts, appear here.</p>
      ) : (
        <ul>
          {mails.map(({ id, subject, recipient, createdAt, isSent }) => (
            <li key={id}>
              <a href={`/dev/mail/${id}`}>{subject}</a>
              <p>{`To ${recipient} · ${createdAt} · ${isSent ? 'sent' : 'waiting'}`}</p>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

/** One of the emails that would have been sent, as HTML and as text. */
function OutboxMailPage({ subject, recipient, html, text }: OutboxMail) {
  return (
    <main>
      <h1>{subject}</h1>
      <p>
        <a href="/dev/mail">Outbox</a>
      </p>
      <p>{`To ${recipient}`}</p>
      <iframe title="Message as HTML" sandbox="" srcDoc={html} />
      <h2>As text</h2>
      <pre>{text}</pre>
    </main>
  )
}
