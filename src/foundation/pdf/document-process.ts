import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { z } from 'zod'
import { root } from '#foundation/process/root.ts'
import { documentAnswer } from './serve-documents.ts'

/** A process that writes one document after another. */
export type DocumentProcess = {
  /** Writes a document. `work` is already serialized, and callers wait for earlier documents. */
  readonly write: (kind: string, work: Buffer, patience: number) => Promise<Buffer>
}

class ProcessEnded extends Error {}

/** How long the process waits for more documents before it ends, in milliseconds. */
const idleTimeout = 60_000
/** The process's memory limit in megabytes. A year's invoices take a hundred. */
const mostMemory = 512
/**
 * How long the process can take to start, in milliseconds. On a busy machine this can be minutes. If processes were
 * ended while they start, each would begin from scratch, and no document would ever be written.
 */
const mostOfStart = 300_000

type Begun = ChildProcess & { isReady?: Promise<void> }

/**
 * Starts the process with the first document and ends it a minute after the last. It receives only the
 * contents of documents, and is ended if one takes longer than its `patience`, in milliseconds. The time it
 * takes to start does not count.
 */
export function createDocumentProcess(start: () => ChildProcess = startProcess): DocumentProcess {
  let child: Begun | undefined
  let idle: NodeJS.Timeout | undefined

  const begin = (): Begun => {
    const begun: Begun = start()
    const drop = () => {
      if (child === begun) child = undefined
    }
    begun.once('exit', drop)
    begun.once('error', drop)
    begun.isReady = readinessOf(begun)
    return begun
  }

  const rest = (used: ChildProcess): void => {
    // The document process must not keep our own process alive.
    used.unref()
    used.channel?.unref()
    idle = setTimeout(() => {
      child = undefined
      if (used.connected) used.disconnect()
    }, idleTimeout).unref()
  }

  return {
    async write(kind, work, patience) {
      clearTimeout(idle)
      try {
        return await writeOnce()
      } catch (error) {
        // The document process may have just ended.
        if (!(error instanceof ProcessEnded)) throw error
        return writeOnce()
      }

      async function writeOnce(): Promise<Buffer> {
        const used = (child ??= begin())
        used.ref()
        used.channel?.ref()
        try {
          await used.isReady
          return await ask(used, { kind, work }, patience)
        } finally {
          rest(used)
        }
      }
    },
  }
}

async function readinessOf(child: ChildProcess): Promise<void> {
  await answerOf(child, mostOfStart, 'the process that writes documents took too long to start')
}

async function ask(child: ChildProcess, request: object, patience: number): Promise<Buffer> {
  const said = await answerOf(child, patience, 'a document took too long', request)
  if (!('document' in said)) throw new Error('failure' in said ? said.failure : 'no document was written')
  const { buffer, byteOffset, byteLength } = said.document
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The next message from the process, in answer to `request` if there is one. */
function answerOf(child: ChildProcess, patience: number, late: string, request?: object) {
  return new Promise<z.infer<typeof documentAnswer>>((resolve, reject) => {
    const limit = setTimeout(() => {
      fail(new Error(late))
      child.kill('SIGKILL')
    }, patience)
    const settle = () => {
      clearTimeout(limit)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    const onMessage = (message: unknown) => {
      settle()
      resolve(documentAnswer.parse(message))
    }
    const onEnd = () => fail(new ProcessEnded('the process that writes documents has ended'))
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    if (request === undefined) return
    child.send(request, (error) => {
      if (error !== null) fail(new ProcessEnded(error.message))
    })
  })
}

function startProcess(): ChildProcess {
  const isSource = import.meta.filename.endsWith('.ts')
  const program = join(root, isSource ? 'src/documents.ts' : 'dist/server/documents.js')
  return fork(program, {
    execArgv: [`--max-old-space-size=${mostMemory}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  })
}
