import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { Overloaded } from '#foundation/failures/failure.ts'
import { boundedCache } from '#foundation/values/bounded-cache.ts'
import { fairTurns } from '#foundation/jobs/fair-turns.ts'
import { createDocumentProcess } from './document-process.ts'

/** The contents of a document of this `kind`. A long one has many pages and must not delay short ones. */
export type Document = {
  readonly kind: string
  readonly says: object
  readonly isLong?: boolean
}

type Asked = {
  /** The network that requested it, which can have only one document written at a time. */
  readonly by: string
  /** Called only if the document must be written. Throws if no more documents can be written now. */
  readonly admit: <Written>(write: () => Promise<Written>) => Promise<Written>
}

/** The cache's size in bytes, enough for a few hundred invoices. */
const capacity = 16 * 1024 ** 2
/** Concurrent networks, with a process each. */
const mostWaiting = { ofOne: 10, inAll: 100 }

/**
 * Writing a document can take this many times as long as a caller waits, because its process has the lowest priority.
 */
const mostOfPatience = 4

const short = { process: createDocumentProcess(), inTurn: fairTurns(1, mostWaiting), patience: 30_000 }
const long = { process: createDocumentProcess(), inTurn: fairTurns(1, mostWaiting), patience: 120_000 }

const cache = boundedCache<string, Buffer>({ bytes: capacity })
const writing = new Map<string, Promise<Buffer>>()

/**
 * Writes a document in a separate process, away from payments. The same contents come from the cache. Throws
 * `Overloaded` if too many are waiting, or if the machine is too busy to write it soon.
 */
export async function writeDocument(document: Document, { by, admit }: Asked): Promise<Buffer> {
  const { kind, says, isLong = false } = document
  const work = serialize(says)
  const key = createHash('sha256').update(`${kind} `).update(work).digest('base64')
  const known = cache.get(key) ?? writing.get(key)
  if (known !== undefined) return known
  return admit(() => writing.get(key) ?? begin())

  function begin(): Promise<Buffer> {
    const { process, inTurn, patience } = isLong ? long : short
    const write = async () => {
      const bytes = await process.write(kind, work, patience * mostOfPatience)
      // The invoices of a whole year would evict all others from the cache.
      if (bytes.length <= capacity / 8) cache.set(key, bytes, { size: bytes.length })
      return bytes
    }
    const written = soon(patience, (onBegin) =>
      inTurn(by, () => {
        onBegin()
        return write()
      }).finally(() => writing.delete(key)),
    )
    writing.set(key, written)
    return written
  }
}

/**
 * The result of a task if it finishes within `patience` milliseconds of its start. Otherwise throws `Overloaded` and
 * lets the task continue, so that a later caller gets its result.
 */
export async function soon<Result>(
  patience: number,
  run: (onBegin: () => void) => Promise<Result>,
): Promise<Result> {
  let limit: NodeJS.Timeout | undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      run(() => {
        limit = setTimeout(() => reject(new Overloaded()), patience)
      }).then(resolve, reject)
    })
  } finally {
    clearTimeout(limit)
  }
}
