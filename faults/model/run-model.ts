import { sql } from 'kysely'
import type { TestApp } from '#test-app.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { beginRun, letTimePass } from './act.ts'
import { authenticate, pay, repeat, visit } from './buyer-steps.ts'
import { compare, compareAll } from './compare.ts'
import { answerOffer, cancelOrResume, changeTheCard, passTime, undoOffer, withdraw } from './order-steps.ts'
import {
  changeForm,
  changePart,
  changePlan,
  createForm,
  decideDispute,
  deleteForm,
  refund,
  type Step,
} from './seller-steps.ts'
import type { Purchase } from './world.ts'

/** The kinds of steps. More frequent ones are listed more often. */
const kinds: Readonly<Record<string, { readonly step: Step; readonly weight: number }>> = {
  createForm: { step: createForm, weight: 3 },
  changeForm: { step: changeForm, weight: 3 },
  deleteForm: { step: deleteForm, weight: 1 },
  changePart: { step: changePart, weight: 3 },
  changePlan: { step: changePlan, weight: 1 },
  visit: { step: visit, weight: 5 },
  pay: { step: pay, weight: 12 },
  repeat: { step: repeat, weight: 2 },
  authenticate: { step: authenticate, weight: 3 },
  answerOffer: { step: answerOffer, weight: 5 },
  undoOffer: { step: undoOffer, weight: 2 },
  refund: { step: refund, weight: 3 },
  decideDispute: { step: decideDispute, weight: 2 },
  cancelOrResume: { step: cancelOrResume, weight: 2 },
  changeTheCard: { step: changeTheCard, weight: 2 },
  withdraw: { step: withdraw, weight: 1 },
  passTime: { step: passTime, weight: 5 },
}

const bag = Object.entries(kinds).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name))
const stepsOfRun = 40
/** The time between two steps, in milliseconds. */
const between = 7_000

/** A planned step: its action, and the seed for its details. */
export type Planned = { readonly name: string; readonly seed: number }

/** Plans a run's steps: the same seed plans the same steps. */
export function planModel(seed: number): Planned[] {
  const random = randomFrom(seed)
  const begin = ['createForm', 'createForm', 'createForm', 'createForm', 'visit', 'pay']
  const rest = Array.from({ length: stepsOfRun - begin.length }, () => random.pick(bag))
  return [...begin, ...rest].map((name) => ({ name, seed: random.below(1e9) }))
}

/**
 * Runs every step in the emptied product and in the model, and compares the two after each. Returns the steps
 * and the mismatch, or undefined if there was none.
 */
export async function runModel(app: TestApp, seed: number, plan: readonly Planned[]): Promise<Outcome> {
  const done: string[] = []
  try {
    await empty(app)
    const run = await beginRun(app, randomFrom(seed))
    for (const { name, seed: chance } of plan) {
      const before = new Map(run.world.purchases.map((one) => [one, digest(one)]))
      const said = await kinds[name]?.step(run, randomFrom(chance))
      done.push(`${name}: ${said}`)
      await letTimePass(run, between)
      await compare(run, new Set(run.world.purchases.filter((one) => before.get(one) !== digest(one))))
    }
    await compareAll(run)
    return { done, failure: undefined }
  } catch (error) {
    return { done, failure: error instanceof Error ? error.message : String(error) }
  }
}

type Outcome = { readonly done: readonly string[]; readonly failure: string | undefined }

function digest({ status, returned, dispute, subscription }: Purchase): string {
  return JSON.stringify([status, returned, dispute, subscription])
}

/** Resets the store and the clock to the first day, which is faster than starting the app again. */
async function empty({ sandbox, services, clock }: TestApp): Promise<void> {
  await sandbox.untilDelivered()
  await fetch(`${sandbox.url}/sandbox/reset`, { method: 'POST' })
  await sql`do $$ begin execute (
    select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' cascade' from pg_tables
    where schemaname = 'public' and tablename not like '%migration%'
  ); end $$`.execute(services.db)
  clock.set(new Date())
}

/** The shortest failing plan found. Ever smaller parts are left out as long as the plan still fails without them. */
export async function shrink(
  app: TestApp,
  seed: number,
  plan: readonly Planned[],
): Promise<readonly Planned[]> {
  let shortest = plan
  for (let size = Math.ceil(plan.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length;) {
      const shorter = shortest.filter((_, at) => at < from || at >= from + size)
      const { failure } = await runModel(app, seed, shorter)
      if (failure === undefined) from += size
      else shortest = shorter
    }
  }
  return shortest
}
