import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { root } from '#foundation/process/root.ts'
import { documentAnswer } from './serve-documents.ts'

/** A process that writes one document after another. */
export type DocumentProcess = {
  /** Writes a document. `work` is already serialized, and callers wait for earlier documents. */
  readonly write: (kind: string, work: Buffer, patience: number) => Promise<Buffer>
}

class ProcessEnded extends Error {}

/** How long the process waits for further documents before it ends, in milliseconds. */
const idleTimeout = 60_000
/** The process's memory limit in megabytes. A year's invoices take a hundred. */
const mostMemory = 512

/**
 * Starts the process with the first document and ends it a minute after the last. It receives only the
 * contents of documents, and is ended if one takes longer than its `patience`, in milliseconds.
 */
export function createDocumentProcess(): DocumentProcess {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const begin = (): ChildProcess => {
    const begun = startProcess()
    const drop = () => {
      if (child === begun) child = undefined
    }
    begun.once('exit', drop)
    begun.once('error', drop)
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
          return await ask(used, { kind, work }, patience)
        } finally {
          rest(used)
        }
      }
    },
  }
}

function ask(child: ChildProcess, request: object, patience: number): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const limit = setTimeout(() => {
      settle(new Error('a document took too long'))
      child.kill('SIGKILL')
    }, patience)
    const onMessage = (message: unknown) => {
      const said = documentAnswer.parse(message)
      settle('document' in said ? said.document : new Error(said.failure))
    }
    const onEnd = () => settle(new ProcessEnded('the process that writes documents has ended'))
    const settle = (result: Uint8Array | Error) => {
      clearTimeout(limit)
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd)
      if (result instanceof Error) reject(result)
      else resolve(Buffer.from(result.buffer, result.byteOffset, result.byteLength))
    }
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd)
    child.send(request, (error) => {
      if (error !== null) settle(new ProcessEnded(error.message))
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
