// npm run drill -- failover [--rounds 10] [--buyers 4] [--seed N]: the loss of the database's machine, again and again
// while buyers pay. npm run drill -- upgrade [--from REVISION] [--buyers 4] [--seed N]: a newer release beside an older
// one on the newer schema, while buyers pay. npm run drill -- restore [--rounds 20] [--buyers 4] [--seed N]: backups of a
// shop that sells, each restored. The tables go into docs/reliability.md.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildIfNeeded } from '../scripts/build.ts'
import { mostAway, runFailover, type Round } from './failover.ts'
import { beforeNewestMigration } from './release.ts'
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
  say('The drill runs on Linux alone, which tells what processes a server consists of.')
  process.exitCode = 2
}

/** An older release and this one, side by side. */
async function drillUpgrade({ buyers, seed }: { buyers: number; seed: number }): Promise<void> {
  const from = values.from ?? (await beforeNewestMigration())
  await buildIfNeeded(say)
  say(`seed ${seed}, ${buyers} buyers, from ${from}`)
  const phases: Phase[] = []
  const stopping = stopOnSignals()
  try {
    await runUpgrade({ from, buyers, seed }, stopping, (phase) => {
      phases.push(phase)
      say(`✓ ${phase.name}: ${phase.paid} paid`)
    })
  } catch (error) {
    say(error instanceof Error ? `✗ ${describe(error.cause)}\n${error.message}` : String(error))
    process.exitCode = 1
    return
  }
  const line = (name: string, cells: readonly string[]): string =>
    name.padEnd(14) + cells.map((cell) => cell.padStart(15)).join('')
  const table = [
    line('', ['paid', 'asked again', 'longest gap, s']),
    ...phases.map(({ name, paid, unclear, longest }) =>
      line(name, [String(paid), String(unclear), seconds(longest)]),
    ),
    '',
    'The books agreed: nothing lost, nothing charged twice, nobody told what is not so.',
  ].join('\n')
  say(`\n${table}`)
  const day = new Date().toISOString().slice(0, 10)
  await writeDocument('upgrade', `${day}, from ${from}, ${buyers} buyers, seed ${seed}\n\n${table}`)
}

async function drillFailover(options: { rounds: number; buyers: number; seed: number }): Promise<void> {
  await buildIfNeeded(say)
  say(`seed ${options.seed}, ${options.rounds} rounds, ${options.buyers} buyers at two processes`)
  const rounds: Round[] = []
  const stopping = stopOnSignals()
  try {
    await runFailover(options, stopping, (round) => {
      rounds.push(round)
      say(
        `✓ round ${rounds.length}: ${round.paid} paid, back ${seconds(round.sincePromotion)} s after the promotion`,
      )
    })
  } catch (error) {
    say(`✗ round ${rounds.length + 1}`)
    say(error instanceof Error ? `${describe(error.cause)}\n${error.message}` : String(error))
    process.exitCode = 1
    return
  }
  if (stopping.aborted) {
    process.exitCode = 1
    return
  }
  const table = describeRounds(rounds)
  say(`\n${table}`)
  const late = rounds.filter(({ sincePromotion }) => sincePromotion > mostAway)
  if (late.length > 0) {
    say(`${late.length} rounds took more than ${mostAway / 1000} s from the promotion to the first payment`)
    process.exitCode = 1
    return
  }
  await writeDocument(
    'failover',
    `${new Date().toISOString().slice(0, 10)}, ${options.buyers} buyers, seed ${options.seed}\n\n${table}`,
  )
}

/** The servers do not end with us by themselves. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  return stopping.signal
}

/** A shop that sells is backed up, and each backup restored. */
async function drillRestore(options: { rounds: number; buyers: number; seed: number }): Promise<void> {
  await buildIfNeeded(say)
  say(`seed ${options.seed}, ${options.rounds} rounds, ${options.buyers} buyers`)
  const rounds: RestoreRound[] = []
  const stopping = stopOnSignals()
  try {
    await runRestores(options, stopping, (round) => {
      rounds.push(round)
      say(`✓ round ${rounds.length}: ${round.purchases} purchases, ${round.underWay} of them under way`)
    })
  } catch (error) {
    say(`✗ round ${rounds.length + 1}`)
    say(error instanceof Error ? `${describe(error.cause)}\n${error.message}` : String(error))
    process.exitCode = 1
    return
  }
  if (stopping.aborted) {
    process.exitCode = 1
    return
  }
  const table = describeRestores(rounds)
  say(`\n${table}`)
  const day = new Date().toISOString().slice(0, 10)
  await writeDocument('restore', `${day}, ${options.buyers} buyers, seed ${options.seed}\n\n${table}`)
}

function describeRestores(rounds: readonly RestoreRound[]): string {
  const widths = [5, 11, 11, 11, 11, 16]
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('')
  return [
    line(['round', 'purchases', 'under way', 'backup, s', 'restore, s', 'paid meanwhile']),
    ...rounds.map((one, at) =>
      line([
        String(at + 1),
        String(one.purchases),
        String(one.underWay),
        seconds(one.backup),
        seconds(one.restore),
        String(one.paidMeanwhile),
      ]),
    ),
    '',
    `${rounds.length} of ${rounds.length} came back: nothing lost that was paid before, and the books agreed.`,
  ].join('\n')
}

function describeRounds(rounds: readonly Round[]): string {
  const widths = [5, 7, 14, 10, 15, 17]
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('')
  const longest = (of: (round: Round) => number): string => seconds(Math.max(...rounds.map(of)))
  const total = (of: (round: Round) => number): string =>
    String(rounds.reduce((sum, round) => sum + of(round), 0))
  return [
    line(['round', 'paid', 'asked again', 'away, s', 'promotion, s', 'from then on, s']),
    ...rounds.map((one, at) =>
      line([
        String(at + 1),
        String(one.paid),
        String(one.unclear),
        seconds(one.away),
        seconds(one.promotion),
        seconds(one.sincePromotion),
      ]),
    ),
    line([
      'all',
      total((one) => one.paid),
      total((one) => one.unclear),
      longest((one) => one.away),
      longest((one) => one.promotion),
      longest((one) => one.sincePromotion),
    ]),
    '',
    'The books agreed after each round: nothing lost, nothing charged twice, nobody told what is not so.',
  ].join('\n')
}

async function writeDocument(drilled: 'failover' | 'restore' | 'upgrade', text: string): Promise<void> {
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
