import type { FastifyReply, FastifyRequest } from 'fastify'

type Raw = FastifyReply['raw']

/** The running responses of each connection, and the callbacks for when they end. */
const underWay = new WeakMap<object, Map<Raw, (() => void)[]>>()

/**
 * Calls back once the response has been sent or can no longer be sent. The first releases of Node 24 report the end of
 * a connection only to its current response, so queued responses would never learn of it.
 */
export function whenOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, tell: () => void): void {
  if (socket.closed || raw.closed) return tell()
  const answers = underWay.get(socket) ?? watch(socket)
  const told = answers.get(raw)
  if (told !== undefined) return void told.push(tell)
  answers.set(raw, [tell])
  raw.once('close', () => end(answers, raw))
}

/** How many responses on the request's connection have callbacks waiting for them to end. */
export function countUnderWay({ raw: { socket } }: FastifyRequest): number {
  return underWay.get(socket)?.size ?? 0
}

/** Whether any callback is waiting for a response on the connection to end. */
export function isAnyUnderWay(socket: object): boolean {
  return (underWay.get(socket)?.size ?? 0) > 0
}

/** A single listener for all requests of a connection. */
function watch(socket: FastifyRequest['raw']['socket']): Map<Raw, (() => void)[]> {
  const answers = new Map<Raw, (() => void)[]>()
  underWay.set(socket, answers)
  socket.once('close', () => {
    for (const raw of answers.keys()) end(answers, raw)
  })
  return answers
}

function end(answers: Map<Raw, (() => void)[]>, raw: Raw): void {
  const told = answers.get(raw) ?? []
  answers.delete(raw)
  for (const tell of told) tell()
}
