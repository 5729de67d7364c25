import { call, type TestApp, type TestSeller } from '#test-app.ts'

/** Sets a seller's country in their invoice details, by its code of ISO 3166-1. */
export function locate(app: TestApp, { token }: TestSeller, country: string) {
  return call(app, 'PATCH', '/api/seller/invoice-details', { token, body: { country } })
}
