import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#foundation/process/root.ts'
import { fairTurns } from '#foundation/jobs/fair-turns.ts'
import { patience, refusals, type PictureWork, type Refusal } from './picture-work.ts'

/** A picture that is unreadable, too large or too slow. `message` comes from the library. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

/** The process ended during one of its pictures, or could not be started or reached. */
class EncoderLost extends Error {
  /** The picture during which the process ended, or undefined if it never ran. */
  readonly refusal: Refusal | undefined

  constructor(reason: string, refusal?: Refusal) {
    super(reason)
    this.refusal = refusal
  }
}

/** How long the process waits for more pictures before it ends, in milliseconds. */
const idleTimeout = 10_000
/** The number of picture processes at the same time. Each takes a core and up to half a gigabyte. */
const mostAtOnce = 2
/**
 * The time after which the process counts as hung, in milliseconds. The library gives up earlier, except in
 * steps that cannot be interrupted.
 */
const hangsAfter = 2 * patience * 1_000

type Waiting = {
  readonly resolve: (picture: Buffer) => void
  readonly reject: (error: Error) => void
  readonly limit: NodeJS.Timeout
}
type Encoder = { readonly child: ChildProcess; readonly waiting: Map<number, Waiting> }

const answer = z.union([
  z.object({ id: z.number(), picture: z.instanceof(Uint8Array) }),
  z.object({ id: z.number(), failure: z.string(), refusal: z.enum(refusals) }),
])

const inTurn = fairTurns(mostAtOnce)
let shared: Encoder | undefined
let idle: NodeJS.Timeout | undefined
let count = 0

/**
 * Converts a picture in a short-lived process, because native code that decodes strangers' files must neither crash the
 * shop nor keep memory allocated. The process receives only the picture and ends together with ours. If it ends during
 * one of several pictures, each is tried again alone, except one that used up its time. `by` is the owner of the
 * picture, who has one at a time. Throws `PictureRefused`, or another error if no such process is available.
 */
export async function encodePicture(work: PictureWork, by?: string): Promise<Buffer> {
  return inTurn(by, async () => tryTwice(work))
}

async function tryTwice(work: PictureWork): Promise<Buffer> {
  try {
    return await ask((shared ??= startEncoder()), work)
  } catch (error) {
    if (!(error instanceof EncoderLost)) throw error
  }
  const own = startEncoder()
  try {
    return await ask(own, work)
  } catch (error) {
    if (!(error instanceof EncoderLost) || error.refusal === undefined) throw error
    throw new PictureRefused(error.refusal, error.message)
  } finally {
    letGo(own)
  }
}

async function ask(encoder: Encoder, work: PictureWork): Promise<Buffer> {
  const { child, waiting } = encoder
  clearTimeout(idle)
  const id = (count += 1)
  return new Promise<Buffer>((resolve, reject) => {
    const limit = setTimeout(() => {
      settle(encoder, id, new PictureRefused('time', 'it does not end'))
      if (shared === encoder) shared = undefined
      child.kill('SIGKILL')
    }, hangsAfter)
    waiting.set(id, { resolve, reject, limit })
    child.ref()
    child.channel?.ref()
    child.send({ id, work }, (error) => {
      if (error !== null) settle(encoder, id, new EncoderLost(error.message))
    })
  })
}

function startEncoder(): Encoder {
  const isSource = import.meta.filename.endsWith('.ts')
  const program = join(root, isSource ? 'src/foundation/pictures/process.ts' : 'dist/server/pictures.js')
  const child = fork(program, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  })
  const started: Encoder = { child, waiting: new Map() }
  const end = (lost: EncoderLost) => {
    if (shared === started) shared = undefined
    for (const id of started.waiting.keys()) settle(started, id, lost)
  }
  child.on('message', (message) => {
    const said = answer.parse(message)
    settle(
      started,
      said.id,
      'picture' in said ? said.picture : new PictureRefused(said.refusal, said.failure),
    )
  })
  child.on('error', (error) => end(new EncoderLost(`pictures cannot be made: ${error.message}`)))
  child.once('exit', (code, signal) => {
    // The process ends itself, as the kernel would, when it uses too much memory.
    const refusal = signal === 'SIGKILL' ? 'memory' : 'damaged'
    end(new EncoderLost(`its process ended by ${signal ?? code}`, refusal))
  })
  return started
}

function settle(encoder: Encoder, id: number, result: Uint8Array | Error): void {
  const { child, waiting } = encoder
  const one = waiting.get(id)
  if (one === undefined) return
  clearTimeout(one.limit)
  waiting.delete(id)
  if (result instanceof Error) one.reject(result)
  else one.resolve(Buffer.from(result.buffer, result.byteOffset, result.byteLength))
  if (waiting.size > 0) return
  // The picture process must not keep our own process alive.
  child.unref()
  child.channel?.unref()
  if (shared === encoder) idle = setTimeout(() => letGo(encoder), idleTimeout).unref()
}

function letGo(encoder: Encoder): void {
  if (shared === encoder) shared = undefined
  if (encoder.child.connected) encoder.child.disconnect()
}
