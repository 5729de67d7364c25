// @module-tag long kills the product while it sends emails about lost orders
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { newPayment, pay } from './buyer.ts'
import { openShop, type Shop } from './shop.ts'
import { until } from './until.ts'

const declinedCard = 'pm_card_visa_chargeDeclinedInsufficientFunds'
const count = z.object({ count: z.coerce.number() })

type Handover = (recipient: string) => Promise<void>

/** The buyers of the current test. The seller and earlier buyers get emails too. */
let awaited: ReadonlySet<string> = new Set()

/**
 * A mail server that records the recipient of each message, and waits for `onMessage` before it accepts one
 * to an awaited buyer.
 */
async function startMailServer() {
  const received: string[] = []
  let onMessage: Handover = async () => {}
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const accept = async () => {
        const recipient = envelope.rcptTo[0]?.address ?? ''
        received.push(recipient)
        if (awaited.has(recipient)) await onMessage(recipient)
        done()
      }
      stream.resume()
      stream.on('end', () => void accept())
    },
  })
  // A killed product resets its connections to the mail server.
  smtp.on('error', () => {})
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `smtp://127.0.0.1:${port}`,
    to: (recipient: string) => received.filter((one) => one === recipient).length,
    /** Messages to the buyers of earlier tests, which a busy machine can deliver late, are not awaited. */
    waitWith: (handover: Handover) => {
      awaited = new Set()
      onMessage = handover
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

let database: TestDatabase
let shop: Shop
let post: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  database = await createTestDatabase()
  post = await startMailServer()
  shop = await openShop(database.url, undefined, { SMTP_URL: post.url })
  await shop.seller.ask('PATCH', `/forms/${shop.forms.usd}/recovery`, { declined: true })
  await shop.store.query(z.unknown(), 'update sellers set time_zone = $1', [zoneAtNoon()])
})
afterAll(async () => {
  await shop.close()
  await post.close()
  await database.drop()
})

/** Recovery emails are not sent before the shop's morning. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours()
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`
}

/** Buyers whose card was declined and who are due a recovery email. */
async function loseOrders(buyers: number): Promise<string[]> {
  const payments = Array.from({ length: buyers }, () => newPayment(shop.forms.usd, declinedCard))
  for (const payment of payments) await pay(shop, payment)
  const emails = payments.map(({ email }) => email)
  awaited = new Set(emails)
  await until('the orders to be collected', async () => {
    const [row] = await shop.store.query(count, 'select count(*) from recoveries where email = any($1)', [
      emails,
    ])
    return row?.count === buyers ? true : undefined
  })
  const due = `update recoveries set hold_out = false, next_at = now() where email = any($1) and next_at is not null`
  await shop.store.query(z.unknown(), due, [emails])
  return emails
}

/** The next process must send the emails that a killed process had claimed, and then works until none is due. */
async function finish(emails: readonly string[]): Promise<void> {
  const { store, product } = shop
  if (!product.isRunning()) await product.start()
  await until('the mails to be sent', async () => {
    const claimed = `update mails set next_attempt_at = now()
      where kind = 'recovery' and next_attempt_at > now() and attempts > 0`
    await store.query(z.unknown(), claimed)
    const [row] = await store.query(
      count,
      `select (select count(*) from mails where kind = 'recovery' and next_attempt_at is not null)
        + (select count(*) from recoveries where email = any($1) and next_at is not null) as count`,
      [emails],
    )
    return row?.count === 0 ? true : undefined
  })
}

async function kill(): Promise<void> {
  const pid = shop.product.pid()
  await shop.product.kill()
  await shop.store.untilGone(pid)
}

// Proves one-recovery-mail.
test('a product killed while the mail server reads an email does not send that email again', async () => {
  const reached = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<void>()
  post.waitWith(async () => {
    reached.resolve()
    await killed.promise
  })
  const [email = ''] = await loseOrders(1)
  await reached.promise
  await kill()
  killed.resolve()
  post.waitWith(async () => {})
  await finish([email])
  expect(post.to(email)).toBe(1)
})

// Proves one-recovery-mail.
test('a product killed before it records an email as sent does not send that email again', async () => {
  const { store, product } = shop
  const reached = Promise.withResolvers<{ release: () => Promise<void> }>()
  post.waitWith(async (recipient) => {
    reached.resolve(await store.hold(`select from mails where recipient = '${recipient}' for update`))
  })
  const [email = ''] = await loseOrders(1)
  const lock = await reached.promise
  await store.untilWaiting(product.pid(), 'update "mails"')
  await product.kill()
  await lock.release()
  post.waitWith(async () => {})
  await finish([email])
  expect(post.to(email)).toBe(1)
})

// Proves one-recovery-mail.
test('with a product that is killed repeatedly, none of twenty buyers gets the same email twice', async () => {
  post.waitWith(async () => pause(100))
  const emails = await loseOrders(20)
  for (let kills = 0; kills < 3; kills += 1) {
    const before = emails.filter((email) => post.to(email) > 0).length
    await until('another mail', () => {
      const now = emails.filter((email) => post.to(email) > 0).length
      return now > before || now === emails.length ? true : undefined
    })
    await kill()
    await shop.product.start()
    await shop.store.query(
      z.unknown(),
      `update mails set next_attempt_at = now() where kind = 'recovery' and next_attempt_at > now()`,
    )
  }
  post.waitWith(async () => {})
  await finish(emails)
  const sent = emails.map((email) => post.to(email))
  expect(Math.max(...sent)).toBe(1)
  expect(sent.filter((mails) => mails === 1).length).toBeGreaterThan(10)
})
