import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { startMailServer, type MailServer } from '#foundation/mail/mail-test-server.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { freePort } from '#foundation/process/test-free-port.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { receiptWriters } from './receipt-writers.ts'
import { writeReceipt } from './write-receipt.ts'

let app: TestApp
let smtp: MailServer
let form: string
let logged: string

beforeAll(async () => {
  ;[app, smtp] = await Promise.all([startTestApp(), startMailServer()])
  form = await createTestForm(app, await signUpSeller(app), {
    title: 'A course in watercolor',
    successMessage: 'Begin at https://course.example/start',
  })
})
afterAll(async () => {
  await smtp.close()
  await app.close()
})
beforeEach(async () => {
  app.clock.set(new Date())
  await app.services.db.deleteFrom('mails').execute()
  smtp.mails.length = 0
  smtp.refusal = undefined
  logged = ''
})

function mailer({ smtpUrl, isProduction = false }: { smtpUrl?: string; isProduction?: boolean } = {}) {
  const { db, clock, metrics, tracer } = app.services
  return createMailer({
    db,
    clock,
    metrics,
    tracer,
    log: pino({ level: 'info' }, { write: (line) => void (logged += line) }),
    smtpUrl,
    isProduction,
    from: 'Tillform <no-reply@tillform.example>',
    writers: receiptWriters({ db, clock, addresses: app.config }),
    render: app.renderMail,
  })
}

const outbox = () => app.services.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()

test('an email that cannot be recorded as sent is not sent again and delays no other', async () => {
  await pay(app, form, { isRepeat: true, email: 'first@example.com' })
  app.clock.advance(1)
  await pay(app, form, { isRepeat: true, email: 'second@example.com' })
  const { db, clock, metrics, tracer } = app.services
  const sender = createMailer({
    db,
    clock,
    metrics,
    tracer,
    log: pino({ level: 'info' }, { write: (line) => void (logged += line) }),
    smtpUrl: smtp.url,
    isProduction: false,
    from: 'Tillform <no-reply@tillform.example>',
    // SMTP accepts a NUL character in an email, but PostgreSQL cannot store it.
    writers: {
      receipt: async ({ recipient }) => ({
        subject: 'Your receipt',
        text: recipient.startsWith('first') ? 'a\0b' : 'ab',
        body: { heading: 'Your receipt', parts: [] },
      }),
    },
    render: app.renderMail,
  })
  for (let turn = 0; turn < 92; turn += 1) {
    await sender.sendDue()
    app.clock.advance(15 * 60 + 1)
  }
  sender.close()
  const sentTo = smtp.mails.map(({ envelope }) => envelope.to[0])

  expect(sentTo.filter((to) => to === 'second@example.com')).toHaveLength(1)
  expect(sentTo.filter((to) => to === 'first@example.com')).toHaveLength(1)
  expect(logged).toContain('mail given up')
})

test('sending a receipt takes four SQL statements, and an empty outbox takes one', async () => {
  await pay(app, form, { isRepeat: true })
  const sender = mailer({ smtpUrl: smtp.url })
  const sent = await countStatements(() => sender.sendDue())
  const looked = await countStatements(() => sender.sendDue())
  sender.close()

  expect([sent.result, looked.result]).toEqual([1, 0])
  expect([sent.statements.length, looked.statements.length]).toEqual([4, 1])
})

test('a paid purchase gets one receipt even if the outbox is processed several times', async () => {
  const { purchaseId } = outcomeOf(await pay(app, form, { isRepeat: true }))
  const [first, second] = [mailer({ smtpUrl: smtp.url }), mailer({ smtpUrl: smtp.url })]
  await Promise.all([first.sendDue(), second.sendDue()])
  app.clock.advance(86_400)
  await first.sendDue()
  first.close()
  second.close()

  expect(smtp.mails).toHaveLength(1)
  const [mail] = smtp.mails
  expect(mail?.envelope).toEqual({ from: 'no-reply@tillform.example', to: ['bea@example.com'] })
  expect(mail?.headers.get('from')).toBe('Tillform <no-reply@tillform.example>')
  expect(mail?.headers.get('to')).toBe('bea@example.com')
  expect(mail?.headers.get('message-id')).toBe(`<${(await outbox()).id}@tillform.example>`)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.headers.get('subject')).toMatch(/^Your receipt from .+: A course in watercolor$/)
  const text = mail?.bodies.get('text/plain') ?? ''
  const html = mail?.bodies.get('text/html') ?? ''
  for (const body of [text, html]) {
    expect(body).toContain('A course in watercolor')
    expect(body).toContain('$49.00')
    expect(body).toContain('https://course.example/start')
    expect(body).toContain(purchaseId)
  }
  expect((await outbox()).sentAt).not.toBeNull()
})

test('a free purchase’s receipt says that nothing was charged', async () => {
  const seller = await signUpSeller(app)
  const trial = { amount: 24, priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  const textOf = async (made: string, paid: Record<string, unknown>) => {
    const { purchaseId, secret } = outcomeOf(await pay(app, made, paid))
    const { text } = await writeReceipt(app.services.db, app.clock, app.config, purchaseId)
    const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
    expect(text + page).not.toMatch(/Paid (on|with)/)
    return text + page
  }
  const free = await createTestForm(app, seller, { amount: 0 })
  const opening = await createTestForm(app, seller, trial)

  const gift = await textOf(free, { paymentMethodId: null })
  expect(gift).toMatch(/Ordered on .+\. Nothing was charged\./)
  expect(gift).toMatch(/<span class="badge[^>]*>Free</)
  expect(gift).not.toContain('>Paid<')
  const kept = await textOf(opening, { consents: await trialConsents(app, opening) })
  expect(kept.match(/Nothing was charged to Visa ending in 4242/g)).toHaveLength(2)
  // More payments follow, so the email must not call the order free.
  expect(kept).toMatch(/<span class="badge[^>]*>Nothing charged</)
})

test('a declined card sends no receipt', async () => {
  await pay(app, form, { isRepeat: true, paymentMethodId: 'pm_card_chargeDeclined' })
  expect(await mailer({ smtpUrl: smtp.url }).sendDue()).toBe(0)
})

// Proves formula-cells.
test('a buyer’s name cannot add headers, recipients, lines or links to an email', async () => {
  await pay(app, form, {
    name: 'Bea\r\nBcc: victim@example.com\r\n\r\nWin at https://evil.example or evil.com <b>now</b>',
    email: 'bea+tag@example.com',
  })
  const sender = mailer({ smtpUrl: smtp.url })
  await sender.sendDue()
  sender.close()

  const [mail] = smtp.mails
  expect(mail?.envelope.to).toEqual(['bea+tag@example.com'])
  expect(mail?.headers.has('bcc')).toBe(false)
  const text = mail?.bodies.get('text/plain') ?? ''
  const html = mail?.bodies.get('text/html') ?? ''
  expect(text.split('\n')[0]).toMatch(/^Hello Bea Bcc: victim.* <b>now/)
  expect(html).toContain('&lt;b>now')
  for (const body of [text, html])
    expect(body).not.toMatch(/evil\.(?:example|com)|victim@example|https:\/\/evil/)
})

test('if the mail server fails, sending is retried at growing intervals, and finally an alarm is logged', async () => {
  await pay(app, form, { isRepeat: true })
  smtp.refusal = { code: 451, message: 'bea@example.com cannot be served now' }
  const sender = mailer({ smtpUrl: smtp.url })
  const waits: number[] = []
  for (;;) {
    expect(await sender.sendDue()).toBe(1)
    const { nextAttemptAt } = await outbox()
    if (nextAttemptAt === null) break
    waits.push((nextAttemptAt.getTime() - app.clock.now().getTime()) / 1000)
    app.clock.set(new Date(nextAttemptAt.getTime() - 1))
    expect(await sender.sendDue()).toBe(0)
    app.clock.advance(1)
  }
  sender.close()

  const hourly = Array.from({ length: 37 }, () => 3_600)
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, ...hourly])
  expect(smtp.mails).toEqual([])
  const lines = logged.trim().split('\n')
  expect(lines.filter((line) => line.includes('"alarm":true'))).toEqual([lines.at(-1)])
  expect(lines.at(-1)).toContain('mail given up')
  expect(lines.at(-1)).toContain('"responseCode":451')
  expect(logged).not.toContain('bea@example.com')
  expect((await outbox()).sentAt).toBeNull()
})

// Proves one-receipt.
test('a mail server that returns after a day gets each receipt within an hour', async () => {
  await pay(app, form, { isRepeat: true })
  const isBackAt = app.clock.now().getTime() + 24 * 3_600_000
  const nameless = mailer({ smtpUrl: 'smtp://mail.invalid:25' })
  await nameless.sendDue()
  nameless.close()
  const away = mailer({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` })
  while (app.clock.now().getTime() < isBackAt) {
    await away.sendDue()
    app.clock.set((await outbox()).nextAttemptAt ?? app.clock.now())
  }
  away.close()
  const sender = mailer({ smtpUrl: smtp.url })
  await sender.sendDue()
  await sender.sendDue()
  sender.close()

  expect(app.clock.now().getTime() - isBackAt).toBeLessThanOrEqual(3_600_000)
  expect(smtp.mails).toHaveLength(1)
})

// Proves one-receipt.
test('a receipt whose process was killed while sending it is sent after 15 minutes', async () => {
  await pay(app, form, { isRepeat: true })
  // A killed process leaves its email claimed, but neither sent nor postponed.
  const taken = { attempts: 12, nextAttemptAt: new Date(app.clock.now().getTime() + 900_000) }
  await app.services.db.updateTable('mails').set(taken).execute()
  const sender = mailer({ smtpUrl: smtp.url })
  expect(await sender.sendDue()).toBe(0)
  app.clock.advance(901)
  expect(await sender.sendDue()).toBe(1)
  sender.close()
  expect(smtp.mails).toHaveLength(1)
})

test('in production without a mail server, receipts are stored until there is one', async () => {
  await pay(app, form, { isRepeat: true })
  expect(await mailer({ isProduction: true }).sendDue()).toBe(0)
  expect(logged).toContain('"alarm":true')
  expect((await outbox()).sentAt).toBeNull()
  const sender = mailer({ smtpUrl: smtp.url, isProduction: true })
  expect(await sender.sendDue()).toBe(1)
  sender.close()
  expect(smtp.mails).toHaveLength(1)
})
