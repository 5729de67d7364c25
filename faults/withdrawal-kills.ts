import { z } from 'zod'
import { newPayment, pay } from './buyer.ts'
import type { Shop } from './shop.ts'
import { holding, killProduct, letGo, type Step, type Struck, type Variant } from './strike.ts'

const refunds = /^\/v1\/refunds$/

/** Kills the product between a buyer's withdrawal and the refund. */
export const withdrawalKills: readonly Step[] = [
  {
    name: 'product killed before a received withdrawal is matched with its purchases',
    strike: (shop) => killAtTable(shop, 'stated_purchases', stateInPublic),
  },
  {
    name: 'product killed before a received withdrawal’s refund is recorded',
    strike: (shop) => killAtTable(shop, 'refunds', press),
  },
  {
    name: 'product killed before a withdrawal’s refund',
    strike: (shop, variant) => killAtProvider(shop, variant, 'hold_before'),
  },
  {
    name: 'product killed after a withdrawal’s refund',
    strike: (shop, variant) => killAtProvider(shop, variant, 'hold_after'),
  },
]

type Bought = { readonly purchaseId: string; readonly secret: string; readonly email: string }
type State = (shop: Shop, bought: Bought) => Promise<void>

/** Buys something from an EU shop. */
async function buy(shop: Shop): Promise<Bought> {
  await shop.seller.ask('PATCH', '/seller/invoice-details', { country: 'DE' })
  const payment = newPayment(shop.forms.usd)
  const answer = await pay(shop, payment)
  const outcome = z.object({ purchaseId: z.string(), secret: z.string() }).parse(answer?.body)
  return { ...outcome, email: payment.email }
}

async function send({ url }: Shop, path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  try {
    const body = new URLSearchParams(fields)
    return await (await fetch(url + path, { method: 'POST', body, redirect: 'manual' })).text()
  } catch {
    return ''
  }
}

/** Confirms the withdrawal on the purchase's page. */
const press: State = async (shop, { purchaseId, secret }) => {
  await send(shop, `/purchases/${purchaseId}/withdraw?key=${secret}`, { part: purchaseId })
}

/** Completes both steps of the public withdrawal page. */
const stateInPublic: State = async (shop, { purchaseId, email }) => {
  const fields = { name: 'Ada Buyer', email, reference: purchaseId }
  const review = await send(shop, '/withdraw', fields)
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(review)?.[1] ?? ''
  await send(shop, '/withdraw', {
    ...fields,
    id: hidden('id'),
    signature: hidden('signature'),
    step: 'confirm',
  })
}

async function killAtTable(shop: Shop, table: 'stated_purchases' | 'refunds', state: State): Promise<Struck> {
  const { store, product } = shop
  const bought = await buy(shop)
  const lock = await store.hold(`lock table ${table} in share mode`)
  const stated = state(shop, bought)
  await store.untilWaiting(product.pid(), `insert into "${table}"`)
  await killProduct(shop, lock)
  await stated
  return struck(shop, bought, state)
}

async function killAtProvider(
  shop: Shop,
  { isSilent }: Variant,
  kind: 'hold_before' | 'hold_after',
): Promise<Struck> {
  const { provider, product } = shop
  const bought = await buy(shop)
  await provider.setFaults(holding(kind, '/v1/refunds', true, isSilent))
  const stated = press(shop, bought)
  await provider.untilHeld('POST', refunds)
  await product.kill()
  await letGo(shop)
  await stated
  return struck(shop, bought, press)
}

/** A withdrawal that was received must still exist after the kill, and its buyer can submit it again. */
async function struck(shop: Shop, bought: Bought, state: State): Promise<Struck> {
  const received = await shop.store.query(
    z.unknown(),
    'select from withdrawals where purchase_id::text = $1 or strpos(reference, $1) > 0',
    [bought.purchaseId],
  )
  if (received.length !== 1) throw new Error(`${received.length} statements of ${bought.purchaseId}`)
  return { repeat: () => state(shop, bought) }
}
