import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operations } from './operations.ts'

it('the README lists every operation of the sandbox', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const listed = [...readme.matchAll(/`((?:GET|POST|DELETE) \/v1\/[^`]*)`/g)].map(([, call = '']) => call)
  expect(listed.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted())
})
