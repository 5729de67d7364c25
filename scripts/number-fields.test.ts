import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no field changes its number when the mouse wheel turns over it', () => {
  const found = globSync('src/**/*.tsx').filter((file) =>
    /type(?:=|: )\{?["']number["']/.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})
