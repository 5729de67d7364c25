import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { pendingOf } from '#foundation/events/test-pending.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import {
  holdOut,
  loseOrder,
  openPost,
  type Post,
  recoveriesOf,
  sendAll,
  wakeUp,
  workAndSend,
  workOn,
} from '../test-recoveries.ts'

let app: TestApp
let seller: TestSeller
let form: string
let post: Post
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  wakeUp(app)
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  post = await openPost(app)
})
afterEach(async () => post.close())

const hour = 60 * 60

/** Loses an order whose first email is due now. */
async function loseDue(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const email = await loseOrder(app, form, fields)
  await workOn(app)
  await holdOut(app, form)
  app.clock.advance(hour)
  return email
}

const mailsTo = (email: string) => post.server.mails.filter(({ envelope }) => envelope.to.includes(email))

test('an hour after a decline the buyer gets one email with a link to the order and one to unsubscribe', async () => {
  const email = await loseDue()
  await workAndSend(app, post)
  const [mail] = mailsTo(email)
  const text = (mail?.bodies.get('text/plain') ?? '').replaceAll('\r\n', '\n')
  expect(text).toContain('Your payment of $49.00 to')
  expect(text).toContain('was declined. You have not been charged.')
  expect(text).toMatch(/Continue your order:\n\S+\/payment\/\S+\?resume=\S+/)
  const out = /Stop these emails: (\S+)/.exec(text)?.[1]
  expect(mail?.headers.get('list-unsubscribe')).toBe(`<${out}>`)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  app.clock.advance(24 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
  const [recovery, ...more] = await recoveriesOf(app, form)
  expect([recovery, more]).toMatchObject([{ state: 'sent', sent: 1, nextAt: null }, []])
  expect(await pendingOf(app, recovery?.id ?? '')).toEqual(['recovery.sent'])

  await pay(app, form, { email })
  await workOn(app)
  await workOn(app)
  expect(await pendingOf(app, recovery?.id ?? '')).toEqual(['recovery.sent', 'recovery.recovered'])
})

test('a buyer who left at the bank gets an email that says so, in the language of the order', async () => {
  await app.services.db
    .updateTable('forms')
    .set({ languages: ['en', 'de'] })
    .where('id', '=', form)
    .execute()
  const email = `${newKey()}@example.com`
  const fields = { email, paymentMethodId: 'pm_card_authenticationRequired' }
  await pay(app, form, fields)
  await app.services.db.updateTable('purchases').set({ language: 'de' }).where('formId', '=', form).execute()
  app.clock.advance(hour + 60)
  while ((await reconcile(app.services)) > 0);
  await workOn(app)
  await holdOut(app, form)
  app.clock.advance(hour)
  await workAndSend(app, post)
  const [mail] = mailsTo(email)
  expect(mail?.bodies.get('text/html')).toContain('lang="de"')
  expect(mail?.bodies.get('text/plain')).toContain('lang=de')
})

// Proves no-mail-after-paying.
test('a buyer who pays right before a prepared email is sent does not get it', async () => {
  const email = await loseDue()
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([{ sent: 1 }])
  outcomeOf(await pay(app, form, { email }))
  await sendAll(post)
  expect(mailsTo(email)).toEqual([])
})

test('a buyer who pays with another address from the same network gets no email', async () => {
  const email = await loseDue()
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` }))
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'over', reason: 'bought' }])
})

test('a buyer who pays with another address and the same card gets no email', async () => {
  const email = await loseDue()
  const { db } = app.services
  const { purchaseId } = outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` }))
  const card = { cardBrand: 'visa', cardLast4: '9995' }
  await db
    .updateTable('purchases')
    .set({ network: 'elsewhere', ...card })
    .where('id', '=', purchaseId)
    .execute()
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'over', reason: 'bought' }])
})

test('an email waits while another payment of the buyer may still be charged', async () => {
  const email = await loseDue()
  await pay(app, form, { email, paymentMethodId: 'pm_card_authenticationRequired' })
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  const [{ nextAt } = { nextAt: null }] = await recoveriesOf(app, form)
  expect(nextAt?.getTime()).toBeGreaterThan(app.clock.now().getTime())
})

test('one in ten buyers gets no email and is compared with the others', async () => {
  const email = await loseDue()
  await holdOut(app, form, true)
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  expect(await recoveriesOf(app, form)).toMatchObject([
    { state: 'waiting', sent: 0, nextAt: null, triedAt: app.clock.now() },
  ])
})

test('emails about lost payments wait for the morning by the shop’s clock', async () => {
  const email = await loseDue()
  app.clock.advance(11 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  const [{ nextAt } = { nextAt: null }] = await recoveriesOf(app, form)
  expect(nextAt?.toISOString()).toMatch(/T08:00:00/)
  app.clock.set(nextAt ?? app.clock.now())
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
})

// Proves stopped-mails.
test('one click in an email program permanently ends such emails from that shop, but not from others', async () => {
  const email = await loseDue()
  await workAndSend(app, post)
  const [mail] = mailsTo(email)
  const link = /<([^>]+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  expect((await fetch(link)).status).toBe(200)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'sent' }])
  const answer = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(await answer.text()).toContain('will not email you about unfinished orders again')
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'stopped', reason: 'stopped_by_buyer' }])

  app.clock.advance(30 * 24 * hour)
  await loseDue({ email })
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
  expect((await recoveriesOf(app, form)).at(-1)).toMatchObject({ state: 'over', reason: 'stopped_by_buyer' })

  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  await loseDue({ email })
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(2)
})

test('an altered unsubscribe link changes nothing', async () => {
  const email = await loseDue()
  await workAndSend(app, post)
  const link = /<([^>]+)>/.exec(mailsTo(email)[0]?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  expect((await fetch(link.replace('link=', 'link=x'), { method: 'POST' })).status).toBe(404)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'sent' }])
})

test('an address that its mail server rejects gets no more emails', async () => {
  const email = await loseDue()
  post.server.refusal = { code: 550, message: 'No such mailbox' }
  await workAndSend(app, post)
  post.server.refusal = undefined
  app.clock.advance(2 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'stopped', reason: 'bounced' }])
})

test('an email that the mail server defers is sent again later', async () => {
  const email = await loseDue()
  post.server.refusal = { code: 451, message: 'Later' }
  await workAndSend(app, post)
  post.server.refusal = undefined
  app.clock.advance(hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toHaveLength(1)
})

// Proves one-recovery-mail.
test('an email whose outcome is unknown is not sent again', async () => {
  const silent = await startSilentServer()
  const other = await openPost(app, { url: silent.url })
  const email = await loseDue()
  await workAndSend(app, other)
  await silent.close()
  await other.close()
  expect(silent.received()).toBe(1)
  app.clock.advance(2 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
})

// Proves one-recovery-mail.
test('an email is not sent again if its process is killed while sending it', async () => {
  const silent = await startSilentServer({ hangsUp: false })
  const killed = await openPost(app, { url: silent.url })
  const email = await loseDue()
  await workOn(app)
  const sending = sendAll(killed)
  await vi.waitFor(() => expect(silent.received()).toBe(1), { timeout: 120_000 })
  app.clock.advance(2 * hour)
  await workAndSend(app, post)
  expect(mailsTo(email)).toEqual([])
  await silent.close()
  await sending
  await killed.close()
})

/** Accepts a message but never confirms it: hangs up, like a lost connection, or stays silent. */
async function startSilentServer({ hangsUp = true } = {}) {
  let received = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let text = ''
    sockets.add(socket)
    socket.write('220 here\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.endsWith('\r\n.\r\n')) {
        received += 1
        if (hangsUp) socket.destroy()
      } else if (text.endsWith('DATA\r\n')) socket.write('354 go on\r\n')
      else if (!text.includes('DATA\r\n')) socket.write('250 fine\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => received,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

test.for([
  ['paused', { isPaused: true }],
  ['deleted', { deletedAt: new Date() }],
] as const)('buyers of a %s form get no mail', async ([, change]) => {
  const email = await loseDue()
  await app.services.db.updateTable('forms').set(change).where('id', '=', form).execute()
  await workAndSend(app, post)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'over', reason: 'form' }])
  expect(mailsTo(email)).toEqual([])
})

test('a buyer with a refund in that shop within 90 days gets no email', async () => {
  const email = `${newKey()}@example.com`
  const other = await createTestForm(app, seller)
  const { purchaseId } = outcomeOf(await pay(app, other, { email }))
  await loseDue({ email })
  await app.services.db
    .insertInto('refunds')
    .values({
      id: crypto.randomUUID(),
      purchaseId,
      idempotencyKey: newKey(),
      fingerprint: null,
      requestedBy: 'seller',
      status: 'succeeded',
      amount: 100,
      taxAmount: 0,
      stripeRefundId: null,
      failureReason: null,
      nextCheckAt: null,
      createdAt: app.clock.now(),
    })
    .execute()
  await workAndSend(app, post)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'over', reason: 'trouble' }])
})
