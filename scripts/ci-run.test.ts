import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillform-ci-'))
})
afterEach(async () => rm(folder, { recursive: true, force: true }))

const names = ['test', 'long', 'engines', 'sweep', 'strikes'] as const
type Commands = Readonly<Partial<Record<(typeof names)[number], string>>>

const good = 'echo "8 passed, 0 failed"'
const bad = 'echo "failed: a test"; echo "7 passed, 1 failed"; exit 1'

type Outcome = {
  readonly code: number
  readonly failed: string[]
  readonly slow: string[]
  readonly last: string
}

/** Runs `.ci/run` with these commands replaced by shell lines. All other commands succeed. */
async function runCi(commands: Commands): Promise<Outcome> {
  const cases = names.map((name) => `${name}) ${commands[name] ?? good} ;;`)
  const npm = ['#!/bin/sh', 'case "$2" in', ...cases, 'esac', ''].join('\n')
  await writeFile(join(folder, 'npm'), npm)
  await chmod(join(folder, 'npm'), 0o755)
  const env = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, TMPDIR: folder }
  return new Promise((resolve) => {
    const child = execFile(join(root, '.ci', 'run'), { env }, (_error, stdout) => {
      const lines = stdout.trim().split('\n')
      // A command prints its own list of failures before the final list.
      const failed = [...new Set(lines.filter((line) => line.startsWith('failed: ')))]
      const counts = lines.flatMap((line, index) => (/^\d+ passed, /.test(line) ? [index] : []))
      const slow = lines.slice((counts.at(-2) ?? 0) + 1).filter((line) => line.startsWith('slow: '))
      resolve({ code: child.exitCode ?? -1, failed, slow, last: lines.at(-1) ?? '' })
    })
  })
}

test('CI adds up the counts of all its commands', async () => {
  const outcome = await runCi({ test: 'echo "12 passed, 0 failed"' })
  expect(outcome).toEqual({ code: 0, failed: [], slow: [], last: '44 passed, 0 failed' })
})

test('a failed command fails CI and is listed at the end while the others still run', async () => {
  const failed = { code: 1, failed: ['failed: a test'], slow: [], last: '39 passed, 1 failed' }
  for (const name of names) expect(await runCi({ [name]: bad })).toEqual(failed)
})

test('CI ends with the ten slowest tests of all commands, slowest first', async () => {
  const slow = (seconds: number) => `echo "slow: ${seconds}.5 s, takes ${seconds}"`
  const outcome = await runCi({
    test: [...[9, 10, 2].map(slow), good].join('; '),
    sweep: [...[1, 3, 4, 5, 6, 7, 8, 11].map(slow), good].join('; '),
  })
  const longest = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
  expect(outcome.slow).toEqual(longest.map((seconds) => `slow: ${seconds}.5 s, takes ${seconds}`))
})

test('CI counts a command that ends without a test count as a failure', async () => {
  expect(await runCi({ sweep: 'exit 0' })).toEqual({
    code: 1,
    failed: ['failed: npm run sweep, which ended without its count'],
    slow: [],
    last: '32 passed, 1 failed',
  })
})
