import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { joinEndings, type AccountEndings } from '#registry/account-endings.ts'
import type { AccountExport } from '#registry/account-exports.ts'
import type { EraseBuyers } from '#registry/buyer-erasures.ts'
import type { SellerData } from '#registry/seller-data.ts'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { serve, type Authorize, type Handlers } from '#foundation/http/contract/routes.ts'
import { startWorkLoop, type Work, type WorkLoop } from '#foundation/jobs/work-loop.ts'
import type { Writers } from '#foundation/mail/send-mails.ts'

/** Where a domain says what it brings into the product, before that starts. */
export type Registry = {
  /** For what no contract describes, such as pages. */
  readonly server: FastifyInstance
  readonly authorize: Authorize
  /** Serves a contract's routes below `/api`. */
  readonly serve: <C extends Contract>(contract: C, handlers: Handlers<C>) => void
  /** Who writes the mails that the domain records, by their kind. */
  readonly writeMails: (writers: Writers) => void
  /**
   * Work in the background, looked for every `every` milliseconds; `run` answers how much it found. What comes back has
   * it looked for at once.
   */
  readonly work: (name: string, every: number, run: Work) => () => void
  /** Stores what is kept in memory, every `every` milliseconds and once more when the product has stopped. */
  readonly store: (name: string, every: number, flush: () => Promise<number>) => void
  /** What the domain does when somebody's account ends. */
  readonly endAccount: (endings: AccountEndings) => void
  /** What the domain erases of buyers whose sale is past the time for which the law wants it kept. */
  readonly eraseBuyers: (erase: EraseBuyers) => void
  /** What the domain gives to the file that a seller takes along. */
  readonly exportAccount: (part: AccountExport) => void
  /** What it holds of sellers. */
  readonly holdSellerData: (sellerData: SellerData) => void
}

/** What the domains registered. */
export type Registered = {
  readonly writers: Writers
  readonly accountEndings: Required<AccountEndings>
  /** All of them, in the order in which they were registered. */
  readonly eraseBuyers: EraseBuyers
  readonly accountExports: readonly AccountExport[]
  readonly startWork: () => void
  /** Tells running work, and lets it finish. */
  readonly stopWork: () => Promise<void>
  /** Stores what is left in memory. */
  readonly flush: () => Promise<void>
}

/** By how much one kind of work begins after another, in milliseconds: each begins with a look for some, and requests come between. */
const apart = 30

/** An empty registry, and what will be in it. */
export function createRegistry(options: {
  readonly server: FastifyInstance
  readonly authorize: Authorize
  readonly log: FastifyBaseLogger
  /** Where each domain's sellers' data is registered. */
  readonly sellerData: SellerData[]
}): { readonly registry: Registry; readonly registered: Registered } {
  const { server, authorize, log, sellerData } = options
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
      authorize,
      serve: (contract, handlers) => serve(server, contract, handlers, authorize),
      writeMails: (more) => void Object.assign(writers, more),
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
            log.warn({ err: error, name }, 'what was kept was not stored'),
          )
        }
      },
    },
  }
}
