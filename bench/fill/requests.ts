import type { Client } from 'pg'
import { z } from 'zod'

/**
 * The requests that a seller's screens make, by name. `within` is the time limit in milliseconds for lists
 * with many rows.
 */
export type Asked = { readonly path: string; readonly within?: number }

const place = z.object({ id: z.string() })

/** Returns the requests as the screens send them, including those for later pages of a list. */
export async function requestsOf(client: Client, sellerId: string): Promise<Record<string, Asked>> {
  const find = async (statement: string): Promise<string> => {
    const { rows } = await client.query(statement, [sellerId])
    return z.array(place).parse(rows)[0]?.id ?? ''
  }
  const total = Number(await find(`select count(*)::text as id from purchases where seller_id = $1`))
  const saleBefore = (page: number) =>
    find(`select id from purchases where seller_id = $1 order by id desc offset ${page * 10 - 1} limit 1`)
  const customerBefore = (page: number) =>
    find(`select id from customers where seller_id = $1 and merged_into is null and erased_at is null
      order by first_paid_at desc, id desc offset ${page * 10 - 1} limit 1`)
  const email = await find(
    `select email as id from purchases where seller_id = $1 order by id desc offset ${Math.floor(total / 2)} limit 1`,
  )
  const name = await find(
    `select name as id from purchases where seller_id = $1 order by id desc offset ${Math.floor(total / 3)} limit 1`,
  )
  const [sale, form, rareForm, customer, regular] = [
    await saleBefore(Math.floor(total / 30)),
    await find(
      `select form_id as id from purchases where seller_id = $1 group by 1 order by count(*) desc limit 1`,
    ),
    await find(
      `select form_id as id from purchases where seller_id = $1 group by 1 order by count(*) limit 1`,
    ),
    await customerBefore(100),
    await find(`select customer_id as id from purchases where seller_id = $1 and customer_id is not null
      group by 1 order by count(*) desc limit 1`),
  ]
  const shownForms = await find(`select string_agg(id::text, ',') as id from (
    select id from forms where seller_id = $1 and deleted_at is null order by id desc limit 10) shown`)
  const far = (page: number) => Math.min(page, Math.floor(total / 10) - 1)
  const farCustomers = Math.min(
    20_000,
    Math.floor(Number(await find(`select count(*)::text as id from customers where seller_id = $1`)) / 10) -
      1,
  )
  const half = email.slice(0, Math.ceil(email.length / 2))
  const zone = 'zone=Europe%2FBerlin'
  const month = 'from=2026-03-01&to=2026-03-31'
  const sales = (query: string) => ({ path: `/api/sales?${query}&${zone}` })
  const customers = (query: string) => ({ path: `/api/customers?${query}&${zone}`, within: 100 })
  return {
    'list of sales': sales('q=&page=0'),
    'page 1,000 of sales': sales(`q=&page=${far(1_000)}&before=${await saleBefore(far(1_000))}`),
    'page 50,000 of sales': sales(`q=&page=${far(50_000)}&before=${await saleBefore(far(50_000))}`),
    'sales by half an e-mail': { ...sales(`q=${encodeURIComponent(half)}&page=0`), within: 30 },
    'sales by an e-mail': { ...sales(`q=${encodeURIComponent(email)}&page=0`), within: 100 },
    'sales by a name': { ...sales(`q=${encodeURIComponent(name)}&page=0`), within: 100 },
    'sales by a first name': {
      ...sales(`q=${encodeURIComponent(name.split(' ')[0] ?? '')}&page=0`),
      within: 100,
    },
    'sales by a name no one has': { ...sales('q=qqxyzzy&page=0'), within: 100 },
    'sales of a form': { ...sales(`q=&page=0&form=${form}`), within: 100 },
    'sales of a rare form': { ...sales(`q=&page=0&form=${rareForm}`), within: 100 },
    'refunded sales': { ...sales('q=&page=0&status=refunded'), within: 100 },
    'failed sales': { ...sales('q=&page=0&status=failed'), within: 100 },
    'sales with money returned': { ...sales(`q=&page=0&status=returned&${month}`), within: 100 },
    'disputed sales': { ...sales('q=&page=0&status=disputed'), within: 100 },
    renewals: { ...sales('q=&page=0&kind=renewal'), within: 100 },
    'sales with an active subscription': { ...sales('q=&page=0&subscription=active'), within: 100 },
    'sales of a month': { ...sales(`q=&page=0&${month}`), within: 100 },
    'sales of a form in a month': { ...sales(`q=&page=0&form=${form}&${month}`), within: 100 },
    'totals of a month': { path: `/api/sales/totals?q=&${month}&${zone}` },
    'one sale': { path: `/api/sales/${sale}` },
    'list of customers': customers('q=&page=0'),
    'page 20,000 of customers': customers(
      `q=&page=${farCustomers}&before=${await customerBefore(farCustomers)}`,
    ),
    'customers by half an e-mail': customers(`q=${encodeURIComponent(half)}&page=0`),
    'customers by a first name': customers(`q=${encodeURIComponent(name.split(' ')[0] ?? '')}&page=0`),
    'customers of a form': customers(`q=&page=0&bought=${form}`),
    'customers but those of a form': customers(`q=&page=0&notBought=${form}`),
    'customers with a subscription': customers('q=&page=0&subscription=active'),
    'customers over 50 usd': customers('q=&page=0&over=50&currency=usd'),
    'customers over 1,000 usd': customers('q=&page=0&over=1000&currency=usd'),
    'customers since a day': customers('q=&page=0&since=2026-11-01'),
    'a customer': { path: `/api/customers/${customer}`, within: 150 },
    'the most regular customer': { path: `/api/customers/${regular}`, within: 150 },
    'overview of today': { path: `/api/sales/dashboard?range=today&${zone}`, within: 100 },
    'overview of 30 days': { path: `/api/sales/dashboard?range=30d&${zone}`, within: 100 },
    'overview of 90 days': { path: `/api/sales/dashboard?range=90d&${zone}` },
    'overview of 12 months': { path: `/api/sales/dashboard?range=12m&${zone}`, within: 150 },
    'list of forms': { path: '/api/forms?q=&page=0' },
    'page 5 of forms': { path: '/api/forms?q=&page=5' },
    'last page of forms': {
      path: `/api/forms?q=&page=${Math.floor(Number(await find(`select count(*)::text as id from forms where seller_id = $1 and deleted_at is null`)) / 10) - 1}`,
    },
    'forms by a word': {
      path: `/api/forms?q=${encodeURIComponent(await find(`select split_part(title, ' ', -2) as id from forms where id = '${form}' and seller_id = $1`))}&page=0`,
    },
    'orders by form': { path: `/api/sales/by-form?forms=${shownForms}` },
    'one form': { path: `/api/forms/${form}` },
    'list of bumps': { path: '/api/bumps?q=&page=0' },
    'list of offers': { path: '/api/one-time-offers?q=&page=0' },
    'list of taxes': { path: '/api/taxes?q=&page=0' },
    'list of coupons': { path: '/api/coupons?q=&page=0' },
    notifications: { path: '/api/notices' },
    withdrawals: { path: '/api/withdrawals?q=&page=0' },
    files: { path: '/api/files?q=&page=0' },
    'payment page': { path: `/payment/${form}` },
  }
}
