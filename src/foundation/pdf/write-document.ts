import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { boundedCache } from '#foundation/bounded-cache.ts'
import { Overloaded } from '#foundation/http/errors.ts'
import { fairTurns } from '#foundation/fair-turns.ts'
import { createDocumentProcess } from './document-process.ts'

/** A document of its `kind`, of what it says; a long one has many pages, and keeps no short one waiting. */
export type Document = {
  readonly kind: string
  readonly says: object
  readonly isLong?: boolean
}

type Asked = {
  /** Whose turn it is: the network that asks. */
  readonly by: string
  /** Asked only where it has to be written; throws where nobody may have another one written now. */
  readonly admit: () => Promise<void>
}

/** In bytes: some hundreds of invoices. */
const mostKept = 16 * 1024 ** 2
/** How many wait, of all and of one network. */
const mostWaiting = { of: 10, all: 100 }

const short = { process: createDocumentProcess(), inTurn: fairTurns(1), patience: 30_000 }
const long = { process: createDocumentProcess(), inTurn: fairTurns(1), patience: 120_000 }

const kept = boundedCache<string, Buffer>({ bytes: mostKept })
const writing = new Map<string, Promise<Buffer>>()
const waiting = new Map<string, number>()

/**
 * Writes a document in a process of its own, away from what takes payments; what was written of the same content is answered
 * again. Throws `Overloaded` where too many are waited for.
 */
export async function writeDocument(document: Document, { by, admit }: Asked): Promise<Buffer> {
  const { kind, says } = document
  const work = serialize(says)
  const key = createHash('sha256').update(`${kind} `).update(work).digest('base64')
  const known = kept.get(key) ?? writing.get(key)
  if (known !== undefined) return known
  await admit()
  const written = writing.get(key) ?? writeInTurn(document, work, by).finally(() => writing.delete(key))
  writing.set(key, written)
  const bytes = await written
  // A year's invoices would push all others out.
  if (bytes.length <= mostKept / 8) kept.set(key, bytes, { size: bytes.length })
  return bytes
}

async function writeInTurn({ kind, isLong = false }: Document, work: Buffer, by: string): Promise<Buffer> {
  const own = waiting.get(by) ?? 0
  const all = Array.from(waiting.values()).reduce((sum, count) => sum + count, 0)
  if (own >= mostWaiting.of || all >= mostWaiting.all) throw new Overloaded()
  waiting.set(by, own + 1)
  const { process, inTurn, patience } = isLong ? long : short
  try {
    return await inTurn(by, () => process.write(kind, work, patience))
  } finally {
    const left = (waiting.get(by) ?? 1) - 1
    if (left > 0) waiting.set(by, left)
    else waiting.delete(by)
  }
}
