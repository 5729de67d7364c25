import type { Client } from 'pg'
import { copyOf } from './copy.ts'
import type { Sizes } from './sizes.ts'
import { ownOf, type Words } from './words.ts'

/** The tables that store shops and forms. Tables that grow with sales are in `sales.ts`. */
export const shopTables = ['forms', 'form_bumps', 'form_offer_sequence', 'price_history', 'timers'] as const

/** Copies the first seller, with account, plan and products, once for each new seller. */
export async function fillSellers(client: Client, { sellers }: Sizes): Promise<void> {
  const made = `generate_series(1, ${sellers - 1}) seller, lateral (select interval '0' as shift) made`
  const own = (column: string) => ownOf(`t.${column}`, 'seller')
  const named = (prefix: string) => `'${prefix}_' || seller`
  const copies = {
    users: { id: own('id'), email: `'seller-' || seller || '@example.com'` },
    sellers: {
      id: own('id'),
      name: `'Shop ' || seller`,
      stripe_account_id: named('acct_fill'),
      stripe_customer_id: named('cus_fill'),
    },
    members: { user_id: own('user_id'), seller_id: own('seller_id') },
    user_roles: { user_id: own('user_id') },
    identities: {
      id: own('id'),
      user_id: own('user_id'),
      account_id: `case when t.account_id = t.user_id::text then ${own('user_id')}::text else 'seller-' || seller || '@example.com' end`,
    },
    plan_subscriptions: {
      id: own('id'),
      seller_id: own('seller_id'),
      stripe_subscription_id: named('sub_fill'),
      latest_invoice_id: 'null',
      // Stripe does not know the copied seller.
      next_check_at: 'null',
    },
    taxes: { id: own('id'), seller_id: own('seller_id') },
    bumps: { id: own('id'), seller_id: own('seller_id') },
    offers: { id: own('id'), seller_id: own('seller_id') },
  }
  for (const [table, changed] of Object.entries(copies)) {
    await client.query(await copyOf(client, { table, changed, from: `from fill.of_${table} t, ${made}` }))
  }
}

/** Copies the shop's forms repeatedly, each with its own title. */
export async function fillForms(client: Client, { sellers }: Sizes, words: Words): Promise<void> {
  await client.query(`
    create table fill.form as
    select seller, form, ${words.id('at', `'form ' || seller || ' ' || form`)} as id, ${ownOf('shop.id', 'seller')} as seller_id,
      copied_forms.id as copied, at
    from (
      select seller, form, ${words.madeAt('seller', 'form')} as at
      from generate_series(0, ${sellers - 1}) seller, generate_series(0, ${words.formsOf('seller')} - 1) form
    ) numbered
    join fill.copied_forms on copied_forms.no = form % (select count(*) from fill.copied_forms), fill.of_sellers shop
    order by at`)
  await client.query('analyze fill.form')
  const made = (key: string) =>
    `from fill.form made_form join fill.of_TABLE t on t.${key} = made_form.copied,
    lateral (select made_form.at - (select created_at from fill.of_forms where id = made_form.copied) as shift) made`
  const own = (column: string) => ownOf(`t.${column}`, 'made_form.seller')
  const copies: Record<(typeof shopTables)[number], Record<string, string>> = {
    forms: {
      id: 'made_form.id',
      seller_id: 'made_form.seller_id',
      title: `t.title || ' ' || ${words.word('made_form.form')} || ' ' || made_form.form`,
      name: `t.name || ' ' || made_form.form`,
      tax_id: own('tax_id'),
      one_time_offer_id: own('one_time_offer_id'),
    },
    form_bumps: { form_id: 'made_form.id', bump_id: own('bump_id') },
    form_offer_sequence: { form_id: 'made_form.id', bump_id: own('bump_id') },
    price_history: { form_id: 'made_form.id' },
    timers: { id: words.id('made_form.at', `'timer ' || t.id || made_form.id`), form_id: 'made_form.id' },
  }
  for (const [table, changed] of Object.entries(copies)) {
    const from = made(table === 'forms' ? 'id' : 'form_id').replace('TABLE', table)
    await client.query(await copyOf(client, { table, changed, from }))
  }
}
