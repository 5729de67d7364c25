import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the mouse wheel never changes the number in a field', () => {
  const found = globSync('src/**/*.tsx').filter((file) =>
    /type(?:=|: )\{?["']number["']/.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})
