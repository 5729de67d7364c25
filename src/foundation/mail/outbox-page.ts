import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { frameDocument } from '#foundation/http/contract/document.ts'
import { isFromThisMachine } from '#foundation/http/loopback.ts'
import { plainStyle } from '#foundation/http/pages/plain-style.ts'
import type { MailMarkup } from './mail-markup.ts'
import type { Mailer } from './send-mails.ts'
import { findMail, listMails, type OutgoingMail } from './store.ts'

const shown = 100

/**
 * `/dev/mail`: the emails that would have been sent, only in development. They contain sign-in links, so only
 * requests from this machine get a response.
 */
export function registerOutboxPage(
  app: FastifyInstance,
  db: Kysely<Database>,
  publicUrl: string,
  mailer: Mailer,
  markup: () => MailMarkup,
): void {
  const options = {
    config: { access: 'anyone' },
    schema: { hide: true },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromThisMachine(request, publicUrl)) reply.callNotFound()
    },
  } as const
  app.get('/dev/mail', options, async (_request, reply) => {
    const rows = await Promise.all(
      (await listMails(db, shown)).map(async (mail) => ({
        id: mail.id,
        subject: mail.subject ?? (await writtenSubject(mailer, mail)),
        recipient: mail.recipient,
        createdAt: mail.createdAt.toISOString(),
        isSent: mail.sentAt !== null,
      })),
    )
    return reply.headers(headers).send(page('Outbox', markup().renderOutbox(rows)))
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', options, async (request, reply) => {
    const mail = isId(request.params.id) ? await findMail(db, request.params.id) : undefined
    if (mail === undefined) return reply.callNotFound()
    const { subject, html, text } = await mailer.read(mail)
    const body = markup().renderOutboxMail({ subject, recipient: mail.recipient, html, text })
    return reply.headers(headers).send(page(subject, body))
  })
}

/** The subject that the email would have now, or its kind if its data is gone. */
async function writtenSubject(mailer: Mailer, mail: OutgoingMail): Promise<string> {
  try {
    return (await mailer.read(mail)).subject
  } catch {
    return mail.kind
  }
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

function page(title: string, body: string): string {
  const robots = 'noindex'
  const icon = '/favicon.svg'
  // There is no nonce, because an email has its own styles, which the page's policy would otherwise restrict.
  return frameDocument(
    { title: `${title} · Tillform development`, robots, icon, styles: plainStyle, body },
    '',
  )
}
