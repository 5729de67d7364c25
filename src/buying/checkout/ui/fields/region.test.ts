import { expect, test } from 'vitest'
import { regionOf } from './region.ts'

test('a country field suggests the country of the browser’s region, unless its language is used worldwide', () => {
  expect(regionOf('de-AT', 'Europe/Berlin')).toBe('AT')
  expect(regionOf('de', 'Europe/Berlin')).toBe('')
  expect(regionOf('en-US', 'America/New_York')).toBe('US')
  expect(regionOf('en-US', 'Europe/Berlin')).toBe('')
  expect(regionOf('en-GB', 'Europe/London')).toBe('GB')
  expect(regionOf('en-GB', 'Europe/Madrid')).toBe('')
})

test('a browser language that is not a valid tag suggests no country, and the page goes on', () => {
  expect(regionOf('en-US@posix', 'UTC')).toBe('')
})
