import { call, type TestApp, type TestSeller } from '#test-app.ts'

/** Sets the country in a seller's invoice details by its ISO 3166-1 code. */
export function locate(app: TestApp, { token }: TestSeller, country: string) {
  return call(app, 'PATCH', '/api/seller/invoice-details', { token, body: { country } })
}
