import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isAnyUnderWay } from '../when-over.ts'

/** How patient the server is with who reads an answer. */
export type ReadingPatience = {
  /** How long nothing may be read of an answer that waits, in milliseconds. */
  readonly pause: number
  /** How many bytes are read in a second at least, once that time is over. */
  readonly leastSpeed: number
}

/**
 * A player that is paused, a download in a tunnel, and a telephone without a network go on with a byte range where they
 * are cut off. Two kilobytes a second are the slowest line on which a page still comes within a minute.
 */
export const usualReading: ReadingPatience = { pause: 60_000, leastSpeed: 2_048 }

/** How long a request that is worked on may be without a byte in either direction; in milliseconds. */
const silenceTime = 300_000

type Pace = { handedOver: number; dueAt: number }

/**
 * Hangs up on who reads nothing, or next to nothing, of an answer: it takes one of the places, a file that is open, and
 * what is in memory of it. Each byte that the connection has taken so far buys time at the least speed; more than what
 * waits is never bought ahead.
 */
export function dropSlowReaders(server: Server, { pause, leastSpeed }: ReadingPatience): () => void {
  const paces = new Map<Socket, Pace | undefined>()
  server.on('connection', (socket: Socket) => {
    paces.set(socket, undefined)
    socket.once('close', () => paces.delete(socket))
  })
  const timeFor = (bytes: number) => (bytes / leastSpeed) * 1000
  const look = (): void => {
    const now = performance.now()
    for (const [socket, pace] of paces) {
      const { writableLength: waiting, bytesWritten: handedOver } = socket
      if (waiting === 0) {
        if (pace !== undefined) paces.set(socket, undefined)
        continue
      }
      const latest = now + pause + timeFor(waiting)
      const bought = pace === undefined ? Infinity : pace.dueAt + timeFor(handedOver - pace.handedOver)
      if (bought < now) socket.destroy()
      else paces.set(socket, { handedOver, dueAt: Math.min(bought, latest) })
    }
  }
  const timer = setInterval(look, pause / 10).unref()
  // Of an answer in one piece nothing is seen until all of it is read; Node sees its bytes go.
  server.setTimeout(pause, (socket) => {
    const isWorkedOn = socket.writableLength === 0 && isAnyUnderWay(socket)
    if (isWorkedOn && socket.timeout === pause) socket.setTimeout(silenceTime - pause)
    else socket.destroy()
  })
  return () => clearInterval(timer)
}
