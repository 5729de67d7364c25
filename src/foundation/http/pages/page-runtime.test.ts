import { expect, test } from 'vitest'
import { buildFolder, readPageRuntime } from './page-runtime.ts'

test('buyers’ pages use Preact unless the build asks for React, each with its own folder', () => {
  expect([{}, { PAGE_RUNTIME: '' }, { PAGE_RUNTIME: 'preact' }].map(readPageRuntime)).toEqual(
    Array.from({ length: 3 }, () => 'preact'),
  )
  expect(buildFolder('preact')).toBe('dist')
  expect(buildFolder(readPageRuntime({ PAGE_RUNTIME: 'react' }))).toBe('dist-react')
})

test('an unknown page runtime is rejected by name', () => {
  expect(() => readPageRuntime({ PAGE_RUNTIME: 'React' })).toThrow(
    'PAGE_RUNTIME must be preact or react, not React',
  )
})
