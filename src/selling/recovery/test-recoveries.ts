import { newKey, pay } from '#buying/checkout/pay/test-paying.ts'
import { createMailer, type Mailer, type Writers } from '#foundation/mail/send-mails.ts'
import { startMailServer, type MailServer } from '#foundation/mail/mail-test-server.ts'
import type { TestApp } from '#test-app.ts'
import { inLanguages } from '#foundation/mail/in-languages.ts'
import { workOnRecoveries } from './register.ts'
import { languageOfMail, writeRecoveryMail } from './send/write-recovery-mail.ts'

export const declined = 'pm_card_visa_chargeDeclinedInsufficientFunds'

/** Moves the test's clock to ten in the morning of the next day, when emails can be sent. */
export function wakeUp(app: TestApp): void {
  const next = new Date(app.clock.now().getTime() + 24 * 60 * 60 * 1000)
  app.clock.set(new Date(`${next.toISOString().slice(0, 10)}T10:00:00Z`))
}

/** Places an order with a card that is declined. Returns the buyer's address. */
export async function loseOrder(
  app: TestApp,
  form: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const email = `${newKey()}@example.com`
  const { status } = await pay(app, form, { email, paymentMethodId: declined, ...fields })
  if (status !== 402) throw new Error(`unexpected ${status}`)
  return typeof fields['email'] === 'string' ? fields['email'] : email
}

export async function recoveriesOf(app: TestApp, form: string) {
  return app.services.db
    .selectFrom('recoveries')
    .selectAll()
    .where('formId', '=', form)
    .orderBy('id')
    .execute()
}

/** Collects and decides until nothing is due. */
export async function workOn(app: TestApp): Promise<void> {
  while ((await workOnRecoveries(app.services)) > 0);
}

/** Makes all of a form's lost payments get no email, or none of them. By default, their ids decide. */
export async function holdOut(app: TestApp, form: string, isHeld = false): Promise<void> {
  await app.services.db
    .updateTable('recoveries')
    .set({ holdOut: isHeld })
    .where('formId', '=', form)
    .execute()
}

export type Post = {
  readonly server: MailServer
  readonly mailer: Mailer
  readonly close: () => Promise<void>
}

type PostOptions = {
  /** The URL of a mail server to use instead of a new one. */
  readonly url?: string
  /** Called before each decision about an email. */
  readonly onDecide?: (recipient: string) => void
}

/** A mail server for the emails about lost payments, and the outbox that sends them there. */
export async function openPost(app: TestApp, { url, onDecide }: PostOptions = {}): Promise<Post> {
  const server = await startMailServer()
  const { services } = app
  const write: Writers = {
    async recovery({ data, recipient }) {
      const message = await writeRecoveryMail(services, data)
      return {
        ...message,
        decide() {
          onDecide?.(recipient)
          return message.decide?.() ?? Promise.resolve('never')
        },
      }
    },
  }
  const mailer = createMailer({
    ...services,
    smtpUrl: url ?? server.url,
    isProduction: false,
    from: 'Tillform <no-reply@tillform.localhost>',
    writers: inLanguages(write, ({ data }) => languageOfMail(services.db, data)),
    render: app.renderMail,
  })
  return {
    server,
    mailer,
    async close() {
      mailer.close()
      await server.close()
    },
  }
}

/** Sends what is due. Emails of other kinds cannot be written here, so they wait. */
export async function sendAll({ mailer }: Post): Promise<void> {
  while ((await mailer.sendDue()) > 0);
}

/** Collects, decides and sends until nothing is due. */
export async function workAndSend(app: TestApp, post: Post): Promise<void> {
  await workOn(app)
  await sendAll(post)
}
