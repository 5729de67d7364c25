import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { consentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import type { Price } from '#payments/pricing/price.ts'
import { Consents } from './consents.tsx'
import { missingConsent } from './form-fields.ts'
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

test('who has not agreed to what follows on a trial is told that, whatever else is asked', () => {
  for (const isRequired of [false, true]) {
    const consents = asked(isRequired)
    const [trial, ...early] = consents?.texts ?? []
    expect(missingConsent(consents, early)).toEqual({
      consents: 'Please agree to what is charged after the trial.',
    })
    const rest = missingConsent(consents, trial === undefined ? [] : [trial])
    expect(rest).toEqual(isRequired ? { consents: consents?.lead } : {})
  }
})

test('“both” are the two that follow it, and the trial stands before', () => {
  const consents = asked(false)
  const given = { isFree: false, error: 'Agree', isDisabled: false, onChange: () => undefined }
  const markup = renderToStaticMarkup(consents && createElement(Consents, { consents, ...given }))
  const words = [
    'Before you start',
    'I agree that',
    'When may the service begin? Tick both',
    'I ask',
    'I know',
  ]
  const places = words.map((word) => markup.indexOf(word))

  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(-1)
  expect(markup.split('aria-invalid="true"')).toHaveLength(2)
})
