import { expect, test } from 'vitest'
import { measureHouse } from './house.ts'
import { parseSourceFile, readSourceFiles } from './source-files.ts'

test.each(await measureHouse(await readSourceFiles('.')))(
  '$name: $value, at most $limit',
  ({ value, limit }) => {
    expect(value).toBeLessThanOrEqual(limit)
  },
)

test('product files, their lines and files with a single importer are counted, but tests are not', async () => {
  const file = (path: string, text: string) => parseSourceFile(path, text)
  const measures = await measureHouse([
    file(
      'src/selling/sales/a.ts',
      `import { b } from './b.ts'\nimport { c } from './c.ts'\nexport const a = b + c\n`,
    ),
    file('src/selling/sales/b.ts', `import { c } from './c.ts'\nexport const b = c\n`),
    file('src/selling/sales/c.ts', 'export const c = 1\n'),
    file('src/selling/sales/c.test.ts', `import { c } from './c.ts'\nvoid c\n`),
    file('sandbox/d.ts', 'export const d = 1\n'),
  ])

  expect(Object.fromEntries(measures.map(({ name, value }) => [name, value]))).toMatchObject({
    'files in the fullest folder': 3,
    'product files': 3,
    'lines of product files': 6,
    '% of product files with one importer': 33,
  })
})
