// Measures the size of the code base and of its parts. `npm run check` prints the values and fails when one exceeds its
// limit.
import { glob, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { migrations } from '../migrations/index.ts'
import { isTest } from './rooms.ts'
import { root } from './run-tool.ts'
import type { SourceFile } from './source-files.ts'
import { exceptions } from './table-exceptions.ts'

export type Measure = { readonly name: string; readonly value: number; readonly limit: number }

/** The measures with their limits. A limit is lowered along with its value, and raised only for a new feature. */
export async function measureHouse(files: readonly SourceFile[]): Promise<Measure[]> {
  const product = files.filter(({ path }) => path.startsWith('src/') && !isTest(path))
  const importers = countImporters(product)
  const withOne = product.filter(({ path }) => importers.get(path) === 1)
  const docs = await readAll('{README.md,docs/**/*.md}')
  return [
    { name: 'files in the fullest folder', value: fullestFolder(files), limit: 30 },
    { name: 'product files', value: product.length, limit: 1_792 },
    { name: 'lines of product files', value: sum(product.map(({ lines }) => lines)), limit: 165_400 },
    {
      name: '% of product files with one importer',
      value: Math.round((100 * withOne.length) / product.length),
      limit: 34,
    },
    { name: 'exceptions of tables', value: exceptions.length, limit: 7 },
    { name: 'migrations', value: Object.keys(migrations).length, limit: 47 },
    { name: 'decision records', value: (await readAll('docs/decisions/0*.md')).length, limit: 50 },
    { name: 'words of README and docs', value: sum(docs.map(countWords)), limit: 62_110 },
  ]
}

function countImporters(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { imports } of files) {
    for (const target of new Set(imports.map((one) => one.target)))
      counts.set(target, (counts.get(target) ?? 0) + 1)
  }
  return counts
}

function fullestFolder(files: readonly SourceFile[]): number {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (isTest(path) || !/^(?:src|sandbox)\//.test(path)) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return Math.max(...counts.values())
}

async function readAll(pattern: string): Promise<string[]> {
  const texts: string[] = []
  for await (const path of glob(pattern, { cwd: root })) texts.push(await readFile(join(root, path), 'utf8'))
  return texts
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
