import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lookUp } from './look-up.ts'
import { root } from '../process/root.ts'

test('a look-up never finds properties that every object inherits', () => {
  const table = { bread: 1 }
  expect(lookUp(table, 'bread')).toBe(1)
  for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
    expect(lookUp(table, word)).toBeUndefined()
  }
})

/** Matches `const words: Readonly<Record<string, …>> = {`, a table with arbitrary keys. */
const table = /^(?:export )?const (\w+): (?:Readonly<)?Record<string, .*?=\s*\{/gm

test('before a table is read with an outside key, the code checks that it contains the key', async () => {
  const names = (await readdir(join(root, 'src'), { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/(?:\.test\.|\/test-)/.test(name),
  )
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(root, 'src', name), 'utf8') })),
  )
  const tables = files.flatMap(({ name, text }) =>
    Array.from(text.matchAll(table), ([head, word = '']) => ({
      name,
      word,
      isShared: head.startsWith('export'),
    })),
  )
  expect(tables.length).toBeGreaterThan(15)
  const bare = tables.flatMap(({ name, word, isShared }) =>
    files
      .filter(
        (file) =>
          file.name === name ||
          (isShared &&
            new RegExp(`import [^;']*\\b${word}\\b[^;']* from '[^']*${lastOf(name)}'`).test(file.text)),
      )
      .filter(({ text }) => new RegExp(`(?<![\\w.])${word}\\[`).test(text))
      .map((file) => `${word} in ${file.name}`),
  )
  expect(bare).toEqual([])
})

function lastOf(path: string): string {
  return path.split('/').at(-1) ?? path
}
