import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Lockfile, missingPackages } from './lockfile.ts'

test('the lockfile lists the binaries for every platform, so that npm ci accepts it', async () => {
  const lock = Lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  expect(
    missingPackages(lock),
    'repair: node scripts/lockfile.ts && npm install --package-lock-only',
  ).toEqual([])
})

test('the lockfile names no registry, and the sandbox shares the product’s packages', async () => {
  const { packages } = Lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  expect(Object.values(packages).flatMap(({ resolved }) => resolved ?? [])).toEqual(['sandbox'])
  expect(Object.keys(packages).filter((path) => path.startsWith('sandbox/'))).toEqual([])
})

test('musl binaries are marked as such, so that other Linux systems do not install them', async () => {
  const { packages } = Lockfile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  const ofMusl = Object.entries(packages).filter(([path]) => path.includes('musl'))
  expect(ofMusl.filter(([, { libc }]) => libc?.[0] !== 'musl').map(([path]) => path)).toEqual([])
})

test('a binary missing from the lockfile is reported', () => {
  const lock = {
    packages: { 'node_modules/tool': { optionalDependencies: { 'tool-darwin-arm64': '1.0.0' } } },
  }
  expect(missingPackages(lock)).toEqual([['tool-darwin-arm64', '1.0.0']])
})
