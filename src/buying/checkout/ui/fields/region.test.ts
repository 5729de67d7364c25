import { expect, test } from 'vitest'
import { regionOf } from './region.ts'

test('the country of the browser’s region is suggested, unless its language is used worldwide', () => {
  expect(regionOf('de-AT', 'Europe/Berlin')).toBe('AT')
  expect(regionOf('de', 'Europe/Berlin')).toBe('')
  expect(regionOf('en-US', 'America/New_York')).toBe('US')
  expect(regionOf('en-US', 'Europe/Berlin')).toBe('')
  expect(regionOf('en-GB', 'Europe/London')).toBe('GB')
  expect(regionOf('en-GB', 'Europe/Madrid')).toBe('')
})
