// The least that each measured thing can cost, served bare in a process of its own, beside the product.
import Fastify from 'fastify'
import { randomUUID, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { Pool } from 'pg'
import { Stripe } from 'stripe'
import { z } from 'zod'

/** Handed over by the benchmark as the first argument, in JSON. */
export const Floor = z.object({
  page: z.object({ body: z.string(), headers: z.record(z.string(), z.string()) }),
  databaseUrl: z.string(),
  sellerId: z.string(),
  sandboxPort: z.number(),
  secretKey: z.string(),
  account: z.string(),
})
export type Floor = z.output<typeof Floor>

const listForms = `
  select id, name, title, description, image, video, amount, currency, price_type, created_at
  from forms where seller_id = $1 and deleted_at is null order by id desc limit 11`
/** The cost that the product hashes a password with. */
const passwordCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

async function startFloor(floor: Floor): Promise<string> {
  const { page, databaseUrl, sellerId, account } = floor
  const app = Fastify()
  const pool = new Pool({ connectionString: databaseUrl, max: 10 })
  const stripe = new Stripe(floor.secretKey, {
    host: '127.0.0.1',
    port: floor.sandboxPort,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  const derive = promisify<string, string, number, object, Buffer>(scrypt)
  await pool.query('create unlogged table if not exists bench_floor (id uuid primary key, body jsonb)')
  await pool.query('alter table bench_floor set logged')

  app.get('/page', (_request, reply) => reply.headers(page.headers).send(page.body))
  app.get('/forms', async () => {
    const { rows } = await pool.query<Record<string, unknown>>(listForms, [sellerId])
    return { data: rows }
  })
  app.post('/purchase', async () => {
    const id = randomUUID()
    const options = { stripeAccount: account }
    const buyer = { email: `${id}@example.com`, name: 'Bea Novak', metadata: { purchase: id } }
    const customer = await stripe.customers.create(buyer, options)
    const intent = await stripe.paymentIntents.create(
      {
        amount: 4_900,
        currency: 'usd',
        customer: customer.id,
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      options,
    )
    await pool.query('insert into bench_floor values ($1, $2)', [id, JSON.stringify({ intent: intent.id })])
    return { status: 'paid' }
  })
  app.post('/sign-in', async () => {
    await derive('a password', 'a salt of 16 byt', 32, passwordCost)
    return {}
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

if (import.meta.main) {
  const url = await startFloor(Floor.parse(JSON.parse(process.argv[2] ?? '')))
  process.stdout.write(`${url}\n`)
}
