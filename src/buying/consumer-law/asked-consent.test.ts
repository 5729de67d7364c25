import { expect, test } from 'vitest'
import { inLanguage } from '#foundation/language/t.ts'
import { consentProblems, consentsOf, type AskedConsent } from './asked-consent.ts'

const asked: AskedConsent = { kind: 'digital', isRequired: true, hasFiles: true, days: 14 }

test('a buyer can consent only in the language of the page', () => {
  const [english, other] = ['en', 'en-XA'].map((language) =>
    inLanguage(language, () => consentsOf('digital')),
  )
  inLanguage('en-XA', () => {
    expect(consentProblems(asked, other ?? [], null)).toEqual({})
    expect(consentProblems(asked, english ?? [], null)).toHaveProperty(['consents.0.text'])
  })
})
