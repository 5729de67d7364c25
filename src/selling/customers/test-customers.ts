import { order } from '#buying/upsells/test-offers.ts'
import { call, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import { customerDetail, customersContract, type Customer, type CustomerDetail } from './contract.ts'

export async function listOf(app: TestApp, { token }: TestSeller, query = ''): Promise<Customer[]> {
  const { body } = await call(app, 'GET', `/api/customers?${query}`, { token })
  return customersContract.listCustomers.ok.schema.parse(body).data
}

export async function emailsOf(app: TestApp, seller: TestSeller, query = ''): Promise<string[]> {
  return (await listOf(app, seller, query)).map(({ email }) => email)
}

/** The customer with this address. Fails the test if there is none. */
export async function customerWith(app: TestApp, seller: TestSeller, email: string): Promise<Customer> {
  const found = (await listOf(app, seller, `q=${encodeURIComponent(email)}&limit=100`)).find(
    (one) => one.email === email,
  )
  if (found === undefined) throw new Error(`There is no customer ${email}`)
  return found
}

export const ask = (
  app: TestApp,
  { token }: TestSeller,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> => call(app, method, `/api/customers/${path}`, { token, body })

export async function recordOf(app: TestApp, seller: TestSeller, id: string): Promise<CustomerDetail> {
  return customerDetail.parse((await ask(app, seller, 'GET', id)).body)
}

/** Pays for a form with each of these addresses. Returns the purchase ids. */
export async function buyAs(app: TestApp, form: string, ...emails: string[]): Promise<string[]> {
  const bought: string[] = []
  for (const email of emails) bought.push((await order(app, form, { email, isRepeat: true })).purchaseId)
  return bought
}
