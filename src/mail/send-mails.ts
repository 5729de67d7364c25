import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import { secondsAfter, type Clock } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'
import { claimDueMails, keepContent, markSent, type OutgoingMail } from './store.ts'

export type Message = { readonly subject: string; readonly text: string; readonly html: string }

/** Writes a recorded message, by its kind. */
export type Writers = Readonly<Record<string, (mail: OutgoingMail) => Promise<Message>>>

export type Mailer = { readonly sendDue: () => Promise<number>; readonly close: () => void }

export type MailerOptions = {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** Unset: messages stay in the outbox, where development shows them. */
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly writers: Writers
}

const batch = 10
const attempts = 12

/** Sends what the outbox holds. A message is written once and kept as it was sent. */
export function createMailer(options: MailerOptions): Mailer {
  const { db, clock, log, smtpUrl, from, writers } = options
  const transport =
    smtpUrl === undefined
      ? undefined
      : createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 20_000 })

  const send = async (mail: OutgoingMail): Promise<void> => {
    const message = await contentOf(mail)
    await transport?.sendMail({
      from,
      to: mail.recipient,
      messageId: `<${mail.id}@tillform>`,
      subject: message.subject.replaceAll(/[\r\n]+/g, ' '),
      text: message.text,
      html: message.html,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await markSent(db, mail.id, clock.now())
    log.info({ mail: mail.id, kind: mail.kind, purchase: mail.purchaseId }, 'mail sent')
  }

  const contentOf = async (mail: OutgoingMail): Promise<Message> => {
    const { subject, text, html } = mail
    if (subject !== null && text !== null && html !== null) return { subject, text, html }
    const write = writers[mail.kind]
    if (write === undefined) throw new Error(`No writer for mails of kind "${mail.kind}"`)
    const message = await write(mail)
    await keepContent(db, mail.id, message)
    return message
  }

  return {
    async sendDue() {
      const due = await claimDueMails(db, clock.now(), batch, (count) =>
        count >= attempts ? null : secondsAfter(clock.now(), Math.min(15 * 2 ** count, 6 * 60 * 60)),
      )
      for (const mail of due) {
        await send(mail).catch((error: unknown) => {
          log.warn({ err: error, mail: mail.id, kind: mail.kind, attempts: mail.attempts }, 'mail not sent')
        })
      }
      return due.length
    },
    close: () => transport?.close(),
  }
}
