import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { secondsAfter, type Clock } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { MailBody, RenderMail } from './mail-body.ts'
import { claimDueMails, keepContent, markSent, scheduleAttempt, type OutgoingMail } from './store.ts'

export type Message = {
  readonly subject: string
  readonly text: string
  readonly body: MailBody
  /** Whom an answer goes to, where that is not the sender. */
  readonly replyTo?: string
  /** Written anew whenever it is wanted, and never stored: it carries a link that is a key, or repeats its data. */
  readonly isTransient?: boolean
}

/** A message as mail programs take it. */
type RenderedMessage = Omit<Message, 'body'> & { readonly html: string }

/** Writes a recorded message, by its kind. */
export type Writers = Readonly<Record<string, (mail: OutgoingMail) => Promise<Message>>>

export type Mailer = {
  readonly sendDue: () => Promise<number>
  /** A message as it was sent or would be sent now. */
  readonly read: (mail: OutgoingMail) => Promise<RenderedMessage>
  readonly close: () => void
}

export type MailerOptions = {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** Unset: development shows the messages as if they were sent, production keeps them until it is set. */
  readonly smtpUrl: string | undefined
  readonly isProduction: boolean
  readonly from: string
  readonly writers: Writers
  /** Makes the HTML of what was written. */
  readonly render: RenderMail
}

const batch = 5
/** How often a message is tried before it is given up: over half a day and more, so that a mail server may be down. */
const attempts = 12
/** Longer than a batch can take, so that no other process sends it as well; in seconds. */
const lease = 15 * 60
const longestWait = 6 * 60 * 60

/** Sends what the outbox holds. A message is written once and kept as it was sent. */
export function createMailer(options: MailerOptions): Mailer {
  const { db, clock, log, smtpUrl, isProduction, from, writers, render } = options
  const transport =
    smtpUrl === undefined
      ? undefined
      : createTransport({
          url: smtpUrl,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          socketTimeout: 20_000,
        })
  const isHeld = transport === undefined && isProduction
  if (isHeld) log.error({ alarm: true }, 'SMTP_URL is not set: mails wait in the outbox')

  const send = async (mail: OutgoingMail): Promise<void> => {
    const message = await contentOf(mail)
    await transport?.sendMail({
      from,
      // As an address of its own, never as a list to be read.
      to: { name: '', address: mail.recipient },
      ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
      messageId: `<${mail.id}@tillform>`,
      subject: message.subject.replaceAll(/\p{Cc}+/gu, ' '),
      text: message.text,
      html: message.html,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await markSent(db, mail.id, clock.now())
    log.info({ mail: mail.id, kind: mail.kind, purchase: mail.purchaseId }, 'mail sent')
  }

  const tryLater = async (mail: OutgoingMail, error: unknown): Promise<void> => {
    const facts = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, ...describeFailure(error) }
    if (mail.attempts >= attempts) {
      log.error({ alarm: true, purchase: mail.purchaseId, ...facts }, 'mail given up')
      return scheduleAttempt(db, mail.id, null)
    }
    log.warn(facts, 'mail not sent')
    const wait = Math.min(15 * 2 ** mail.attempts, longestWait)
    return scheduleAttempt(db, mail.id, secondsAfter(clock.now(), wait))
  }

  const contentOf = async (mail: OutgoingMail): Promise<RenderedMessage> => {
    const { subject, text, html } = mail
    if (subject !== null && text !== null && html !== null) return { subject, text, html }
    const write = writers[mail.kind]
    if (write === undefined) throw new Error(`No writer for mails of kind "${mail.kind}"`)
    const { body, ...said } = await write(mail)
    const message = { ...said, html: render(body) }
    await keepContent(db, mail.id, message.isTransient === true ? { subject: message.subject } : message)
    return message
  }

  return {
    async sendDue() {
      if (isHeld) return 0
      const now = clock.now()
      const due = await claimDueMails(db, now, batch, secondsAfter(now, lease))
      for (const mail of due) await send(mail).catch((error: unknown) => tryLater(mail, error))
      return due.length
    },
    read: contentOf,
    close: () => transport?.close(),
  }
}

const smtpError = z.object({
  code: z.string(),
  responseCode: z.number().optional(),
  command: z.string().optional(),
})

/** A mail server's own words may hold the address; its codes say enough. */
function describeFailure(error: unknown): object {
  const parsed = smtpError.safeParse(error)
  return parsed.success ? parsed.data : { err: error }
}
