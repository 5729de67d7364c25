import { call, type TestApp, type TestSeller } from '#test-app.ts'

/** Has a seller say for their invoices in which country they are, by its code of ISO 3166-1. */
export function locate(app: TestApp, { token }: TestSeller, country: string) {
  return call(app, 'PATCH', '/api/seller/invoice-details', { token, body: { country } })
}
