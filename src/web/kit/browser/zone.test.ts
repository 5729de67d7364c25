import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useZone, ZoneContext } from './zone.ts'

const zoneFor = (chosen: string | null) =>
  renderToStaticMarkup(createElement(ZoneContext, { value: chosen }, createElement(useZone)))

test('times are shown in the shop’s zone, or the device’s if the browser does not support it', () => {
  expect(zoneFor('Pacific/Auckland')).toBe('Pacific/Auckland')
  expect(zoneFor('Europe/Not_Yet_Named')).toBe(zoneFor(null))
})
