import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fillDisk } from '../process/test-full-disk.ts'
import { writeLog } from './log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillform-log-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)))

/** A time limit that only a process that hangs can reach. */
const patience = { timeout: 120_000 }

test.each([
  ['a file', false],
  ['standard output', true],
])('no log line is lost when the disk behind %s is full', async (_, sync) => {
  const file = join(folder, 'log')
  const log = writeLog({ dest: file, sync })
  log.info('before')
  await vi.waitFor(async () => expect(await linesOf(file)).toHaveLength(1), patience)
  const full = fillDisk()
  log.info('during')
  await vi.waitFor(() => expect(full.refused('during')).toBe(true), patience)
  log.info('still')
  full.makeRoom()

  await vi.waitFor(async () => {
    const lines = await linesOf(file)
    expect(lines.map(({ msg }) => msg)).toEqual([
      'before',
      'during',
      'still',
      'the log could not be written for a while',
    ])
    expect(lines.at(-1)).toMatchObject({ lost: 0, err: { code: 'ENOSPC' } })
  }, patience)
})

test('log lines that wait for disk space are limited, and lost lines are counted', async () => {
  const file = join(folder, 'log')
  const log = writeLog({ dest: file, sync: false }, 1_000)
  log.info('before')
  await vi.waitFor(async () => expect(await linesOf(file)).toHaveLength(1), patience)
  const full = fillDisk()
  for (let index = 0; index < 100; index += 1) log.info('during')
  await vi.waitFor(() => expect(full.refused('during')).toBe(true), patience)
  full.makeRoom()

  await vi.waitFor(async () => {
    const lines = await linesOf(file)
    const kept = lines.filter(({ msg }) => msg === 'during').length
    expect(kept).toBeGreaterThan(0)
    expect(lines.at(-1)).toMatchObject({ lost: 100 - kept })
  }, patience)
})
