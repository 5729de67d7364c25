import { newPayment, pay, secretIn, type Payment } from './buyer.ts'
import type { Method } from './methods.ts'
import type { Shop } from './shop.ts'
import { begin, holding, intents, killProduct, letGo, oneIntent, type Step } from './strike.ts'

/** Kills the product while the buyer's bank is processing the payment or the buyer is on the bank's page. */
export const methodKills: readonly Step[] = [
  {
    name: 'product killed after the bank got a debit',
    async strike(shop, { isSilent }) {
      const { provider, product } = shop
      await provider.setFaults(holding('hold_after', '/v1/payment_intents', true, isSilent))
      const { payment, answered } = begin(shop, newPayment(shop.forms.eur, 'debit'))
      await provider.untilHeld('POST', intents)
      await product.kill()
      await letGo(shop)
      await answered
      return payment
    },
  },
  {
    name: 'product killed before a debit is recorded as processing',
    async strike(shop) {
      const { store, product } = shop
      const lock = await store.hold('lock table mails in share mode')
      const { payment, answered } = begin(shop, newPayment(shop.forms.eur, 'debit'))
      await store.untilWaiting(product.pid(), 'insert into "mails"')
      await killProduct(shop, lock)
      await answered
      return payment
    },
  },
  {
    name: 'product killed while a debit is processing',
    async strike(shop) {
      const payment = await payAndLeave(shop, 'debit')
      await shop.product.kill()
      return payment
    },
  },
  {
    name: 'product killed while a returned debit is read',
    async strike(shop) {
      const { product, provider } = shop
      const payment = await payAndLeave(shop, 'bouncing debit')
      await provider.setFaults(holding('hold_before', '/v1/payment_intents/*', false, false, 'GET'))
      await provider.untilHeld('GET', oneIntent)
      await product.kill()
      await letGo(shop)
      return payment
    },
  },
  {
    name: 'product killed while the buyer is at the bank',
    async strike(shop, { isSilent }) {
      const payment = newPayment(shop.forms.eur, 'ideal')
      const clientSecret = secretIn(await pay(shop, payment))
      if (clientSecret === undefined) throw new Error('The payment does not lead to a bank')
      await shop.product.kill()
      if (isSilent) await shop.provider.setFaults({ events: [{ type: '*', fault: { kind: 'drop' } }] })
      await shop.provider.authenticate(clientSecret, 'complete')
      return payment
    },
  },
]

/** Makes a payment and returns once the response says that the bank is processing it. */
async function payAndLeave(shop: Shop, method: Method): Promise<Payment> {
  const payment = newPayment(shop.forms.eur, method)
  const answer = await pay(shop, payment)
  if (answer?.status !== 200) throw new Error(`The payment was answered ${answer?.status ?? 'nothing'}`)
  return payment
}
