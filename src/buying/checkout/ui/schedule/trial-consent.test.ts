import { expect, test } from 'vitest'
import { consentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import type { Price } from '#payments/pricing/price.ts'
import { missingConsent } from '../form/form-fields.ts'
import { opening } from './opening.tsx'

const instant = Date.UTC(2026, 10, 28)
const line = { title: 'A course', subtotal: 0, taxAmount: 0, total: 0 }
const price: Price = { currency: 'usd', lines: [], ...line, full: { kind: 'form', ...line } }
const asked = (isRequired: boolean) =>
  opening.consentsOf(
    consentsOnPage({ kind: 'service', isRequired, hasFiles: false, days: 14 }, instant),
    price,
    'Juniper Studio',
    '$24.00 every month',
  )

test('a missing trial consent is requested before any other', () => {
  for (const isRequired of [false, true]) {
    const consents = asked(isRequired)
    const [trial, ...early] = consents?.texts ?? []
    const said = 'Please agree to the charges after your trial. When should the service begin?'
    expect(missingConsent(consents, early).consents).toMatch(said)
    const rest = missingConsent(consents, trial === undefined ? [] : [trial])
    expect(rest).toEqual(isRequired ? { consents: consents?.lead } : {})
  }
})
