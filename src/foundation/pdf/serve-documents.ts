import { setPriority } from 'node:os'
import { deserialize } from 'node:v8'
import { z } from 'zod'
import { goFirst } from '#foundation/process/go-first.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** The function that writes each kind of document from its input. */
export type DocumentWriters = Readonly<Record<string, (work: unknown) => Promise<Buffer>>>

export const documentRequest = z.object({ kind: z.string(), work: z.instanceof(Uint8Array) })
export const documentAnswer = z.union([
  z.object({ isReady: z.literal(true) }),
  z.object({ document: z.instanceof(Uint8Array) }),
  z.object({ failure: z.string() }),
])

/** Runs with lower priority than payments, because a document can wait a moment. */
const niceness = 10

/** Runs the process that writes documents (see `write-document.ts`). */
export function serveDocuments(writers: DocumentWriters): void {
  goFirst()
  setPriority(niceness)
  process.on('message', (message) => void answer(writers, message))
  process.on('disconnect', () => process.exit())
  process.send?.({ isReady: true })
}

async function answer(writers: DocumentWriters, message: unknown): Promise<void> {
  try {
    const { kind, work } = documentRequest.parse(message)
    const write = lookUp(writers, kind)
    if (write === undefined) throw new RangeError(`No such document: ${kind}`)
    const document: unknown = deserialize(work)
    process.send?.({ document: await write(document) })
  } catch (error) {
    process.send?.({ failure: error instanceof Error ? (error.stack ?? error.message) : 'unknown' })
  }
}
