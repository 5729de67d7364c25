// npm run drill -- failover [--rounds 10] [--buyers 4] [--seed N]: loses the database's machine again and again while
// buyers pay. npm run drill -- upgrade [--from REVISION] [--buyers 4] [--seed N]: runs a newer release next to an older
// one on the newer schema while buyers pay. npm run drill -- restore [--rounds 20] [--buyers 4] [--seed N]: backs up a
// shop that sells and restores each backup. The tables go into docs/reliability.md.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildIfNeeded } from '../scripts/build.ts'
import { mostAway, runFailover, type Round } from './failover.ts'
import { beforeNewestMigration, presentRevision } from './release.ts'
import { runRestores, type RestoreRound } from './restores.ts'
import { runUpgrade, type Phase } from './upgrade.ts'

const wholeNumber = z.coerce.number().int().min(1)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    rounds: { type: 'string' },
    buyers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String((Date.now() % 1_000_000) + 1) },
  },
})
const settings = z
  .object({ rounds: wholeNumber.optional(), buyers: wholeNumber, seed: wholeNumber })
  .safeParse(values)

if (!['failover', 'restore', 'upgrade'].includes(positionals.join()) || !settings.success) {
  say(`Usage: npm run drill -- failover [--rounds 10] [--buyers 4] [--seed N]
       npm run drill -- restore [--rounds 20] [--buyers 4] [--seed N]
       npm run drill -- upgrade [--from REVISION] [--buyers 4] [--seed N]`)
  process.exitCode = 2
} else if (positionals.join() === 'upgrade') {
  await drillUpgrade(settings.data)
} else if (positionals.join() === 'restore') {
  await drillRestore({ ...settings.data, rounds: settings.data.rounds ?? 20 })
} else if (process.platform === 'linux') {
  await drillFailover({ ...settings.data, rounds: settings.data.rounds ?? 10 })
} else {
  say('The drill runs on Linux only, because it has to list a server’s processes.')
  process.exitCode = 2
}

type Drill<Step> = {
  readonly name: 'failover' | 'restore' | 'upgrade'
  /** The random values that make this run different from others. */
  readonly about: string
  readonly run: (stopping: AbortSignal, report: (step: Step) => void) => Promise<void>
  readonly tell: (step: Step, number: number) => string
  readonly table: (steps: readonly Step[]) => readonly string[]
  /** Returns a description of problems that remain although the records match, or undefined if there are none. */
  readonly findProblem?: (steps: readonly Step[]) => string | undefined
}

/** Runs a fault drill, prints its result and, if it succeeded, saves its table. */
async function drill<Step>({ name, about, run, tell, table, findProblem }: Drill<Step>): Promise<void> {
  await buildIfNeeded(say)
  say(about)
  const steps: Step[] = []
  const stopping = stopOnSignals()
  try {
    await run(stopping, (step) => {
      steps.push(step)
      say(`✓ ${tell(step, steps.length)}`)
    })
  } catch (error) {
    say(`✗ after ${steps.length} steps`)
    say(error instanceof Error ? `${describe(error.cause)}\n${error.message}` : String(error))
    process.exitCode = 1
    return
  }
  if (stopping.aborted) {
    process.exitCode = 1
    return
  }
  const written = table(steps).join('\n')
  say(`\n${written}`)
  const problem = findProblem?.(steps)
  if (problem !== undefined) {
    say(problem)
    process.exitCode = 1
    return
  }
  const today = new Date().toISOString().slice(0, 10)
  await writeDocument(name, `${today}, at ${await presentRevision()}, ${about}\n\n${written}`)
}

type Settings = { readonly buyers: number; readonly seed: number }

/** An older release of the product next to the current one. */
async function drillUpgrade({ buyers, seed }: Settings): Promise<void> {
  const from = values.from ?? (await beforeNewestMigration())
  await drill<Phase>({
    name: 'upgrade',
    about: `from ${from}, ${buyers} buyers, seed ${seed}`,
    run: (stopping, report) => runUpgrade({ from, buyers, seed }, stopping, report),
    tell: ({ name, paid }) => `${name}: ${paid} paid`,
    table: (phases) => [
      ...columns(
        [-14, 15, 15, 15],
        [
          ['', 'paid', 'asked again', 'longest gap, s'],
          ...phases.map(({ name, paid, unclear, longest }) => [name, paid, unclear, seconds(longest)]),
        ],
      ),
      '',
      'The books agreed: nothing lost, nothing charged twice, no buyer answered wrongly.',
    ],
  })
}

/** Backs up a shop while it sells, and restores each backup. */
async function drillRestore(options: Settings & { readonly rounds: number }): Promise<void> {
  await drill<RestoreRound>({
    name: 'restore',
    about: `${options.buyers} buyers, seed ${options.seed}`,
    run: (stopping, report) => runRestores(options, stopping, report),
    tell: ({ purchases, underWay }, number) =>
      `round ${number}: ${purchases} purchases, ${underWay} of them under way`,
    table: (rounds) => [
      ...columns(
        [5, 11, 11, 11, 11, 16],
        [
          ['round', 'purchases', 'under way', 'backup, s', 'restore, s', 'paid meanwhile'],
          ...rounds.map(({ purchases, underWay, backup, restore, paidMeanwhile }, at) => [
            at + 1,
            purchases,
            underWay,
            seconds(backup),
            seconds(restore),
            paidMeanwhile,
          ]),
        ],
      ),
      '',
      `${rounds.length} of ${rounds.length} restored: no earlier payment was lost, and the books agreed.`,
    ],
  })
}

async function drillFailover(options: Settings & { readonly rounds: number }): Promise<void> {
  await drill<Round>({
    name: 'failover',
    about: `${options.buyers} buyers, seed ${options.seed}`,
    run: (stopping, report) => runFailover(options, stopping, report),
    tell: ({ paid, sincePromotion }, number) =>
      `round ${number}: ${paid} paid, back ${seconds(sincePromotion)} s after the promotion`,
    table: (rounds) => {
      const longest = (of: (round: Round) => number): string => seconds(Math.max(...rounds.map(of)))
      const total = (of: (round: Round) => number): number =>
        rounds.reduce((sum, round) => sum + of(round), 0)
      return [
        ...columns(
          [5, 7, 14, 10, 15, 17],
          [
            ['round', 'paid', 'asked again', 'away, s', 'promotion, s', 'from then on, s'],
            ...rounds.map(({ paid, unclear, away, promotion, sincePromotion }, at) => [
              at + 1,
              paid,
              unclear,
              seconds(away),
              seconds(promotion),
              seconds(sincePromotion),
            ]),
            [
              'all',
              total(({ paid }) => paid),
              total(({ unclear }) => unclear),
              longest(({ away }) => away),
              longest(({ promotion }) => promotion),
              longest(({ sincePromotion }) => sincePromotion),
            ],
          ],
        ),
        '',
        'The books agreed after each round: nothing lost, nothing charged twice, no buyer answered wrongly.',
      ]
    },
    findProblem: (rounds) => {
      const late = rounds.filter(({ sincePromotion }) => sincePromotion > mostAway)
      const limit = `more than ${mostAway / 1000} s from the promotion to the first payment`
      return late.length === 0 ? undefined : `${late.length} rounds took ${limit}`
    },
  })
}

/** Formats rows as lines of text with columns of these widths. A negative width aligns left. */
function columns(widths: readonly number[], rows: readonly (readonly (string | number)[])[]): string[] {
  return rows.map((cells) =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0
        return width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width)
      })
      .join(''),
  )
}

/** Stops the servers when this process gets a signal, because they would otherwise keep running. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  return stopping.signal
}

async function writeDocument(drilled: Drill<unknown>['name'], text: string): Promise<void> {
  const file = join(import.meta.dirname, '../docs/reliability.md')
  const document = await readFile(file, 'utf8')
  await writeFile(
    file,
    document.replace(
      new RegExp(`(<!-- npm run drill -- ${drilled} -->\\n+\`\`\`\\n)[^\`]*`),
      (_, before: string) => `${before}${text}\n`,
    ),
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
