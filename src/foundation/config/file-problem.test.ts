import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileProblem } from './file-problem.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillform-problems-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

const problemOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => fileProblem(error),
  )

test('if a file in its path prevents a folder from being created, the error explains that', async () => {
  const place = join(folder, 'file/backups')
  expect(await problemOf(mkdir(place, { recursive: true }))).toBe(
    `The folder ${place} cannot be created: a part of its path is a file, not a folder. Move that file, or choose another location.`,
  )
})

test('an error about a missing file or folder contains its name', async () => {
  expect(await problemOf(readFile(join(folder, 'none')))).toBe(
    `There is no ${join(folder, 'none')}. Check its name.`,
  )
  expect(await problemOf(writeFile(join(folder, 'none/file'), ''))).toBe(
    `There is no folder ${join(folder, 'none')}. Create it, or choose another location.`,
  )
  expect(await problemOf(readFile(folder))).toContain('is a folder, not a file')
})

test.each([
  [
    'EACCES',
    'mkdir',
    /^The folder \/backups cannot be created: the user \S+ is not allowed to\. Give that user access/,
  ],
  ['EROFS', 'mkdir', /read-only file system.*ReadWritePaths/],
  ['ENOSPC', 'open', /^\/backups cannot be used: the disk is full/],
])('the file error %s is explained in plain words', (code, syscall, said) => {
  expect(fileProblem(Object.assign(new Error(code), { code, syscall, path: '/backups' }))).toMatch(said)
})

test('errors that are not about files get no explanation', () => {
  expect(fileProblem(Object.assign(new Error('x'), { code: '28P01' }))).toBeUndefined()
  expect(fileProblem(new Error('x'))).toBeUndefined()
})
