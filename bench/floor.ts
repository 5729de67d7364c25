// A separate process that does only the minimum work for each measured action, as the lower limit for the
// product's times.
import Fastify from 'fastify'
import { randomUUID, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { Pool } from 'pg'
import { Stripe } from 'stripe'
import { z } from 'zod'

/** The options that the benchmark passes as JSON in the first argument. */
export const Floor = z.object({
  page: z.object({ body: z.string(), headers: z.record(z.string(), z.string()) }),
  formId: z.string(),
  databaseUrl: z.string(),
  sellerId: z.string(),
  sandboxPort: z.number(),
  secretKey: z.string(),
  account: z.string(),
})
export type Floor = z.output<typeof Floor>

/** The columns that a list of forms reads from the table of forms. */
const listForms = `
  select id, name, title, description, description_format, image, video, amount, currency, price_type,
    billing_interval, billing_period, cancel_after, trial_days, trial_amount, setup_amount, is_open,
    suggested_amount, preset_amounts, price_id, price_label, is_paused, quantity_min, quantity_max, created_at
  from forms where seller_id = $1 and deleted_at is null order by id desc limit 11`
const readForm = 'select * from forms where seller_id = $1 and id = $2 and deleted_at is null'
const listSales = `
  select id, form_id, email, name, total, currency, status, created_at, paid_at
  from purchases where seller_id = $1 order by id desc limit 11`
const writeRow = 'insert into bench_floor values ($1, $2)'
/**
 * The minimum database work for a purchase: six rows committed separately. `purchases` is the number of purchases per
 * request.
 */
export const bareStatements = { ofPurchase: 6, purchases: 20 } as const
/** The cost parameters that the product uses to hash passwords. */
const passwordCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

async function startFloor(floor: Floor): Promise<string> {
  const { page, databaseUrl, sellerId, formId, account } = floor
  const body = Buffer.from(page.body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const compressed = brotliCompressSync(body, { params })
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

  const read = async (name: string, text: string, values: string[]) => {
    const { rows } = await pool.query<Record<string, unknown>>({ name, text, values })
    return { data: rows }
  }
  app.get('/page', (_request, reply) => reply.headers(page.headers).send(body))
  app.get('/compressed-page', (_request, reply) =>
    reply.headers({ ...page.headers, 'content-encoding': 'br' }).send(compressed),
  )
  app.get('/form', () => read('form', readForm, [sellerId, formId]))
  app.get('/forms', () => read('forms', listForms, [sellerId]))
  app.get('/sales', () => read('sales', listSales, [sellerId]))
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
    await pool.query(writeRow, [id, JSON.stringify({ intent: intent.id })])
    return { status: 'paid' }
  })
  app.post('/statements', async () => {
    for (let turn = 0; turn < bareStatements.ofPurchase * bareStatements.purchases; turn += 1) {
      await pool.query({ name: 'write', text: writeRow, values: [randomUUID(), '{}'] })
    }
    return {}
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
