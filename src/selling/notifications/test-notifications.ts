import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { call, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import type { NotificationHow, NotificationKind } from '#foundation/db/tables/notices.ts'
import { notificationsContract, type NotificationWire } from './contract.ts'
import { notificationSettingsContract } from './settings-contract.ts'
import { notifyOfNews } from './register.ts'

/** Makes a purchase as a new buyer. Returns its id. */
export async function buy(app: TestApp, form: string, card: string | null = 'pm_card_visa'): Promise<string> {
  const answer = await pay(app, form, { paymentMethodId: card, email: `${newKey()}@example.com` })
  return outcomeOf(answer).purchaseId
}

/** Runs the job until nothing is due. */
export async function notifyAll(app: TestApp): Promise<void> {
  while ((await notifyOfNews(app.services)) > 0);
}

/** A member's notification emails from the outbox, oldest first. */
export async function notificationsTo(app: TestApp, { userId }: Pick<TestSeller, 'userId'>) {
  const mails = await app.services.db
    .selectFrom('mails')
    .select(['id', 'kind'])
    .where('userId', '=', userId)
    .where('kind', 'in', ['notice', 'daily_letter', 'quiet_letter'])
    .orderBy('id')
    .execute()
  return Promise.all(
    mails.map(async ({ id, kind }) => {
      const page = await (await fetch(`${app.url}/dev/mail/${id}`)).text()
      const text = unescape(/<pre>([^]*)<\/pre>/.exec(page)?.[1] ?? '')
      const subject = unescape(/<h1[^>]*>([^]*?)<\/h1>/.exec(page)?.[1] ?? '')
      return { kind, subject, text, link: /^Unsubscribe: (\S+)$/m.exec(text)?.[1] ?? '' }
    }),
  )
}

function unescape(markup: string): string {
  return markup.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Saves a member's choices as the settings page does. */
export function choose(
  app: TestApp,
  { token }: Pick<TestSeller, 'token'>,
  kinds: Partial<Record<NotificationKind, NotificationHow>>,
  zone?: string,
): Promise<Answer> {
  return call(app, 'PATCH', '/api/notices/settings', { token, body: { kinds, zone } })
}

export async function settingsOf(app: TestApp, { token }: Pick<TestSeller, 'token'>) {
  const { body } = await call(app, 'GET', '/api/notices/settings', { token })
  return notificationSettingsContract.readNoticeSettings.ok.schema.parse(body)
}

export async function bellOf(app: TestApp, { token }: Pick<TestSeller, 'token'>) {
  return notificationsContract.listNotices.ok.schema.parse(
    (await call(app, 'GET', '/api/notices', { token })).body,
  )
}

/** The sales that these notifications link to. */
export function salesOf(notifications: readonly NotificationWire[]): string[] {
  return notifications.flatMap((notification) => ('saleId' in notification ? [notification.saleId] : []))
}
