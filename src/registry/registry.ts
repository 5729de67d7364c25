import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { joinEndings, type AccountEndings } from '#registry/account-endings.ts'
import type { AccountExport } from '#registry/account-exports.ts'
import type { EraseBuyers } from '#registry/buyer-erasures.ts'
import type { SellerData } from '#registry/seller-data.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { serve, type Authorize, type Doors, type Handlers } from '#foundation/http/contract/routes.ts'
import { startWorkLoop, type Work, type WorkLoop } from '#foundation/jobs/work-loop.ts'
import type { Writers } from '#foundation/mail/send-mails.ts'

/** Where a domain registers its parts before the product starts. */
export type Registry = {
  /** For routes without a contract, such as pages. */
  readonly server: FastifyInstance
  readonly authorize: Authorize
  /** For a domain that serves its own contract. */
  readonly doors: Doors
  /** Serves a contract's routes below `/api`. */
  readonly serve: <C extends Contract>(contract: C, handlers: Handlers<C>) => void
  /** Adds functions that write the domain's emails, by kind. Throws if a kind already has one. */
  readonly writeMails: (writers: Writers) => void
  /**
   * Adds background work that runs every `every` milliseconds. `run` returns how much work it found. The returned
   * function runs the work right away.
   */
  readonly work: (name: string, every: number, run: Work) => () => void
  /** Adds a function that stores data kept in memory, every `every` milliseconds and when the product has stopped. */
  readonly store: (name: string, every: number, flush: () => Promise<number>) => void
  /** Adds what the domain does when an account ends. */
  readonly endAccount: (endings: AccountEndings) => void
  /** Adds a function that erases the domain's data about buyers after the time the law requires. */
  readonly eraseBuyers: (erase: EraseBuyers) => void
  /** Adds the domain's part of a seller's export. */
  readonly exportAccount: (part: AccountExport) => void
  /** Adds the domain's data about sellers. */
  readonly holdSellerData: (sellerData: SellerData) => void
}

export type Registered = {
  readonly writers: Writers
  readonly accountEndings: Required<AccountEndings>
  /** All domains' parts, in the order of registration. */
  readonly eraseBuyers: EraseBuyers
  readonly accountExports: readonly AccountExport[]
  readonly startWork: () => void
  /** Tells running work to stop, and waits until it has finished. */
  readonly stopWork: () => Promise<void>
  /** Stores data that is left in memory. */
  readonly flush: () => Promise<void>
}

/**
 * The delay between the starts of two kinds of work, in milliseconds. Each kind begins with a query, and requests
 * should get their turn in between.
 */
const apart = 30

/** An empty registry that fills as domains register their parts. */
export function createRegistry(options: {
  readonly server: FastifyInstance
  readonly doors: Doors
  readonly log: FastifyBaseLogger
  /** Receives the seller data of every domain. */
  readonly sellerData: SellerData[]
}): { readonly registry: Registry; readonly registered: Registered } {
  const { server, doors, log, sellerData } = options
  const writers: Record<string, Writers[string]> = {}
  const works: { readonly name: string; readonly every: number; readonly run: Work }[] = []
  const stores: { readonly name: string; readonly flush: () => Promise<number> }[] = []
  const endings: AccountEndings[] = []
  const erasures: EraseBuyers[] = []
  const accountExports: AccountExport[] = []
  const loops = new Map<string, WorkLoop>()
  return {
    registry: {
      server,
      authorize: doors.authorize,
      doors,
      serve: (contract, handlers) => serve(server, contract, handlers, doors),
      writeMails(more) {
        for (const [kind, writer] of Object.entries(more)) {
          if (kind in writers) throw new Error(`Two domains write emails of kind "${kind}"`)
          writers[kind] = writer
        }
      },
      work(name, every, run) {
        works.push({ name, every, run })
        return () => loops.get(name)?.nudge()
      },
      store(name, every, flush) {
        works.push({ name, every, run: flush })
        stores.push({ name, flush })
      },
      endAccount: (more) => void endings.push(more),
      eraseBuyers: (erase) => void erasures.push(erase),
      exportAccount: (part) => void accountExports.push(part),
      holdSellerData: (more) => void sellerData.push(more),
    },
    registered: {
      writers,
      accountEndings: joinEndings(endings),
      async eraseBuyers(tx, sales) {
        for (const erase of erasures) await erase(tx, sales)
      },
      accountExports,
      startWork() {
        for (const [index, { name, every, run }] of works.entries()) {
          loops.set(name, startWorkLoop(name, every, run, log, index * apart))
        }
      },
      async stopWork() {
        await Promise.all([...loops.values()].map((loop) => loop.stop()))
      },
      async flush() {
        for (const { name, flush } of stores) {
          await flush().catch((error: unknown) =>
            log.warn({ err: error, name }, 'data in memory could not be stored'),
          )
        }
      },
    },
  }
}
