import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Consents } from './small-print.tsx'

const lead = 'Please agree to the charges after your trial.'

test.for([[null], [lead], ['Agree to both.']])(
  'the request for consent appears only once with the error %s',
  ([error = null]) => {
    const consents = { title: 'Please confirm', lead, freeLead: lead, isRequired: true, texts: [] }
    const given = { consents, isFree: false, error, isDisabled: false, onChange: () => undefined }
    const markup = renderToStaticMarkup(createElement(Consents, given))
    expect(markup.split(lead)).toHaveLength(2)
    expect(markup).toContain(error ?? lead)
  },
)
