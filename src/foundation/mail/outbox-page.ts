import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { html, type Html } from '#foundation/http/html.ts'
import type { Mailer } from './send-mails.ts'
import { findMail, listMails } from './store.ts'

const shown = 100

/** `/dev/mail`: what the product would have sent, for development; production has no such page. */
export function registerOutboxPage(app: FastifyInstance, db: Kysely<Database>, mailer: Mailer): void {
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  app.get('/dev/mail', options, async (_request, reply) => {
    const rows = (await listMails(db, shown)).map(
      (mail) =>
        html`<li>
          <a href="/dev/mail/${mail.id}">${mail.subject ?? '(being written)'}</a>
          <p>
            To ${mail.recipient} · ${mail.createdAt.toISOString()} ·
            ${mail.sentAt === null ? 'waiting' : 'sent'}
          </p>
        </li>`,
    )
    const list =
      rows.length === 0
        ? html`<p>No mail yet. What the product sends arrives here, such as receipts after a payment.</p>`
        : html`<ul>
            ${rows}
          </ul>`
    return reply.headers(headers).send(page('Outbox', list).html)
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', options, async (request, reply) => {
    const mail = isId(request.params.id) ? await findMail(db, request.params.id) : undefined
    if (mail === undefined) return reply.callNotFound()
    const message = await mailer.read(mail)
    const body = html`<p><a href="/dev/mail">Outbox</a></p>
      <p>To ${mail.recipient}</p>
      <iframe title="Message as HTML" sandbox srcdoc="${message.html}"></iframe>
      <h2>As text</h2>
      <pre>${message.text}</pre>`
    return reply.headers(headers).send(page(message.subject, body).html)
  })
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

function page(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Tillform development</title>
        <style>
          :root {
            color-scheme: light dark;
            font:
              16px/1.5 system-ui,
              sans-serif;
          }
          body {
            max-width: 720px;
            margin: 0 auto;
            padding: 24px 16px;
          }
          h1 {
            font-size: 24px;
          }
          li {
            margin: 0 0 12px;
          }
          p {
            margin: 4px 0;
            opacity: 0.8;
          }
          iframe {
            width: 100%;
            height: 520px;
            border: 1px solid #8884;
            border-radius: 12px;
            background: #fff;
          }
          pre {
            white-space: pre-wrap;
            border: 1px solid #8884;
            border-radius: 12px;
            padding: 16px;
          }
          a {
            color: #7f1ccf;
          }
          @media (prefers-color-scheme: dark) {
            a {
              color: #c79bf2;
            }
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`
}
