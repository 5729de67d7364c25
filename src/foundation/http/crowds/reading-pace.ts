import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isAnyUnderWay } from '../when-over.ts'

/** How long the server waits for clients that read slowly. */
export type ReadingPatience = {
  /** How long a waiting response can go unread, in milliseconds. */
  readonly pause: number
  /** The minimum speed after that time, in bytes per second. */
  readonly leastSpeed: number
}

/**
 * The usual limits. A paused video player, a download in a tunnel and an offline phone resume with a byte
 * range. Two kilobytes a second is the slowest connection that still loads a page within a minute.
 */
export const usualReading: ReadingPatience = { pause: 60_000, leastSpeed: 2_048 }

/** How long a request can go without a byte in either direction, in milliseconds. */
const silenceTime = 300_000

type Pace = { handedOver: number; dueAt: number }

/**
 * Disconnects clients that read a response too slowly, because each takes a slot, an open file and memory. Each byte
 * they read extends their time by its duration at the minimum speed, but never beyond the time the remaining bytes
 * need.
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
  // For a response in a single chunk, only Node's own count of sent bytes shows the progress.
  server.setTimeout(pause, (socket) => {
    const isWorkedOn = socket.writableLength === 0 && isAnyUnderWay(socket)
    if (isWorkedOn && socket.timeout === pause) socket.setTimeout(silenceTime - pause)
    else socket.destroy()
  })
  return () => clearInterval(timer)
}
