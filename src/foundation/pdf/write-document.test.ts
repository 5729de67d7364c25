// @module-tag long starts processes, and fills their queues
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Overloaded } from '#foundation/failures/failure.ts'
import { createDocumentProcess } from './document-process.ts'
import { soon, writeDocument } from './write-document.ts'

const runFile = promisify(execFile)

const proof = (said: string) => ({
  kind: 'proof',
  says: {
    purchase: { id: said, sellerName: 'Juniper Studio' },
    sections: [{ title: 'Sale', facts: [['What was said', said]] }],
    now: new Date(0),
  },
})
const admit = async <Written>(write: () => Promise<Written>) => write()

/** Retries what a busy machine could not do yet, as callers do. */
const patiently = async <Done>(act: () => Promise<Done>) =>
  vi.waitFor(act, { timeout: 180_000, interval: 500 })

beforeAll(async () => {
  await patiently(() => writeDocument(proof('warm'), { by: 'a', admit }))
}, 200_000)

/** The ids of the processes that write documents for this process. */
async function writers(): Promise<number[]> {
  const { stdout } = await runFile('ps', ['-axo', 'pid=,ppid=,command='])
  const lines = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
  return lines.flatMap((line) =>
    Number(line?.[2]) === process.pid && line?.[3]?.includes('documents.ts') === true
      ? [Number(line[1])]
      : [],
  )
}

test('a document that several callers request at the same time is written only once, in another process', async () => {
  const asked = vi.fn()
  const counted = async <Written>(write: () => Promise<Written>) => {
    asked()
    return write()
  }
  const ask = () => writeDocument(proof('once'), { by: 'a', admit: counted })
  const [one, other] = await Promise.all([ask(), ask()])
  const later = await ask()
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect([other.equals(one), later.equals(one)]).toEqual([true, true])
  expect(asked.mock.calls.length).toBeLessThanOrEqual(2)
  expect(await writers()).toHaveLength(1)
  const before = asked.mock.calls.length
  await writeDocument(proof('other'), { by: 'a', admit: counted })
  expect(asked).toHaveBeenCalledTimes(before + 1)
})

/** The processor time that a process has used, in hundredths of a second. */
async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
  return Number(user) + Number(system)
}

// Proves document-process.
test.skipIf(process.platform !== 'linux')(
  'writing documents uses almost no time in the process that accepts payments',
  { tags: 'long' },
  async () => {
    const write = async (text: string) => writeDocument(proof(text), { by: text, admit })
    await write('first')
    const [writer = 0] = await writers()
    const [own, others] = [await timeOf(process.pid), await timeOf(writer)]
    const text = 'محمد דוד 山田太郎 김민수 สมชาย 🎨 '.repeat(40)
    await Promise.all(Array.from({ length: 8 }, (_, index) => write(`${index} ${text}`)))
    expect((await timeOf(process.pid)) - own).toBeLessThan(((await timeOf(writer)) - others) / 2)
  },
)

// Proves document-process.
test('documents requested by one network wait in a queue while others are served in between', async () => {
  const ended: string[] = []
  const ask = async (by: string, index: number) => {
    await writeDocument(proof(`${by} ${index} waits`), { by, admit })
    ended.push(by)
  }
  const many = Array.from({ length: 30 }, (_, index) => ask('crowd', index))
  const one = ask('honest', 0)
  const outcomes = await Promise.allSettled(many)
  await one
  const refused: unknown[] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [z.instanceof(Error).parse(outcome.reason)] : [],
  )
  expect(refused).toHaveLength(19)
  for (const reason of refused) expect(reason).toBeInstanceOf(Overloaded)
  expect(ended.indexOf('honest')).toBeLessThan(3)
})

test('a killed document process is restarted, and a caller who is not admitted is rejected', async () => {
  await writeDocument(proof('before'), { by: 'a', admit })
  for (const pid of await writers()) process.kill(pid, 'SIGKILL')
  const after = await patiently(() => writeDocument(proof('after'), { by: 'a', admit }))
  expect(after.length).toBeGreaterThan(1_000)
  await expect(
    writeDocument(proof('refused'), { by: 'a', admit: () => Promise.reject(new Error('too many')) }),
  ).rejects.toThrow('too many')
  await expect(writeDocument({ kind: '__proto__', says: {} }, { by: 'a', admit })).rejects.toThrow(
    'No such document',
  )
})

test('a process that is slow to start is not ended, and a late document is written for the next caller', async () => {
  const answers = `process.on('message', () => process.send({ document: Buffer.from('%PDF-') }))`
  const children: ChildProcess[] = []
  const slow = createDocumentProcess(() => {
    const child = fork('-e', [`setTimeout(() => { ${answers}; process.send({ isReady: true }) }, 300)`], {
      execPath: process.execPath,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    children.push(child)
    return child
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const written = slow.write('papers', Buffer.alloc(1), 30_000)
    vi.advanceTimersByTime(60_000)
    expect((await written).toString()).toBe('%PDF-')
    expect(children).toHaveLength(1)

    const late = Promise.withResolvers<string>()
    const asked = soon(1_000, (onBegin) => {
      onBegin()
      return late.promise
    })
    const refused = asked.catch((error: unknown) => error)
    vi.advanceTimersByTime(1_001)
    expect(await refused).toBeInstanceOf(Overloaded)
    late.resolve('written')
    await expect(soon(1_000, () => late.promise)).resolves.toBe('written')
  } finally {
    vi.useRealTimers()
    for (const child of children) child.kill()
  }
})
