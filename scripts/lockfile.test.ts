import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Lockfile, missingPackages } from './lockfile.ts'

test('the lockfile names the binaries of every platform, so that npm ci takes it', async () => {
  const lock = Lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  expect(
    missingPackages(lock),
    'repair: node scripts/lockfile.ts && npm install --package-lock-only',
  ).toEqual([])
})

test('a binary that the lockfile leaves out is reported', () => {
  const lock = {
    packages: { 'node_modules/tool': { optionalDependencies: { 'tool-darwin-arm64': '1.0.0' } } },
  }
  expect(missingPackages(lock)).toEqual([['tool-darwin-arm64', '1.0.0']])
})
