import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useZone, ZoneContext } from './zone.ts'

const zoneFor = (chosen: string | null) =>
  renderToStaticMarkup(createElement(ZoneContext, { value: chosen }, createElement(useZone)))

test('times follow the shop’s clock, or the device’s if the browser does not know that zone', () => {
  expect(zoneFor('Pacific/Auckland')).toBe('Pacific/Auckland')
  expect(zoneFor('Europe/Not_Yet_Named')).toBe(zoneFor(null))
})
